/** Names a shipment plan by its number and, if it has one, by its name: "SP-0001 Spring, by sea". */
export const planLabel = ({ number, name }: { readonly number: string; readonly name: string | null }): string =>
  name === null ? number : `${number} ${name}`;
