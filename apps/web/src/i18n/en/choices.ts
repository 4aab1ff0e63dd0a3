/** The words of the fields in which a product is chosen, and of the codes by which products are found. */
export const choices = {
  showDiscontinued: 'Show discontinued',
  asked_one: '{{count}} product has the code “{{text}}”',
  asked_other: '{{count}} products have the code “{{text}}”. Choose one.',
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
