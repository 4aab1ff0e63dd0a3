/** Words of the area products. */
export const products = {
  title: 'Products',
  entity: 'product',
  entities: 'products',
} as const;
