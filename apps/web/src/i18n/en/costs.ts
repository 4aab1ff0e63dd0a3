/** Words of the area costs. */
export const costs = {
  title: 'Assigned costs',
  entity: 'cost',
  entities: 'costs',
} as const;
