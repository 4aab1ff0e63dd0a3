/** The words of the fields in which a product is chosen, and of the codes by which products are found. */
export const choices = {
  showDiscontinued: 'Show discontinued',
  asked_one: '{{count}} product has the code “{{text}}”',
  asked_other: '{{count}} products have the code “{{text}}”. Choose one.',
  noProduct: 'No product fits “{{text}}”',
  createProduct: 'Create product “{{text}}”',
  productsFailed: 'Products could not be loaded',
  newProduct: { title: 'Create product', entity: 'product', sku: 'SKU', name: 'Name', supplier: 'Supplier' },
  by: {
    SKU: 'SKU',
    ALIAS: 'other SKU',
    ASIN: 'ASIN',
    FNSKU: 'FNSKU',
    BARCODE: 'barcode',
    OWN_SUPPLIER: 'item number of the supplier',
    SUPPLIER: 'item number of another supplier',
  },
};
