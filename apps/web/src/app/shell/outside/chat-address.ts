/** The address of the support chat for a person: what the installation's address names of them is filled in, and nothing else. */
export function chatAddress(template: string, person: { id: string; firstName: string; lastName: string; email: string }): string {
  const values = { id: person.id, name: `${person.firstName} ${person.lastName}`.trim(), email: person.email };
  return template.replace(/\{(id|name|email)\}/g, (_, key: keyof typeof values) => encodeURIComponent(values[key]));
}
