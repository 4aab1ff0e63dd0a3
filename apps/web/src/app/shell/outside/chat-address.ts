/**
 * The address of the support chat for a person. Fills only the placeholders that the installation's address contains.
 */
export function chatAddress(
  template: string,
  person: { id: string; firstName: string; lastName: string; email: string },
): string {
  const values = { id: person.id, name: `${person.firstName} ${person.lastName}`.trim(), email: person.email };
  return template.replace(/\{(id|name|email)\}/g, (_, key: keyof typeof values) => encodeURIComponent(values[key]));
}
