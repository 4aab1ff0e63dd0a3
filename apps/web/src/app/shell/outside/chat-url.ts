/**
 * The URL of the support chat for a person: the installation's URL with its placeholders replaced. Data about the
 * person is included only where the installation's URL has a placeholder for it.
 */
export function chatUrl(
  template: string,
  person: { id: string; firstName: string; lastName: string; email: string },
): string {
  const values = { id: person.id, name: `${person.firstName} ${person.lastName}`.trim(), email: person.email };
  return template.replace(/\{(id|name|email)\}/g, (_, key: keyof typeof values) => encodeURIComponent(values[key]));
}
