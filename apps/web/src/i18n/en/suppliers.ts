/** Words of the area suppliers. */
export const suppliers = {
  title: 'Suppliers',
  entity: 'supplier',
  entities: 'suppliers',
} as const;
