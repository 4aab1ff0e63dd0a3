/** Words of the area invoices. */
export const invoices = {
  title: 'Invoices',
  entity: 'invoice',
  entities: 'invoices',
} as const;
