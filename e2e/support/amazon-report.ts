/** The header of Amazon's "All listings" report, with the trailing columns that newer files have. */
const COLUMNS = [
  'item-name',
  'item-description',
  'listing-id',
  'seller-sku',
  'price',
  'quantity',
  'open-date',
  'image-url',
  'item-is-marketplace',
  'product-id-type',
  'zshop-shipping-fee',
  'item-note',
  'item-condition',
  'zshop-category1',
  'zshop-browse-path',
  'zshop-storefront-feature',
  'asin1',
  'asin2',
  'asin3',
  'will-ship-internationally',
  'expedited-shipping',
  'zshop-boldface',
  'product-id',
  'bid-for-featured-placement',
  'add-delete',
  'pending-quantity',
  'fulfillment-channel',
  'merchant-shipping-group',
  'status',
  'Minimum order quantity',
  'Sell remainder',
];

interface Listing {
  readonly sku: string;
  readonly name: string;
  readonly asin: string;
}

/** A listings report in Amazon's format: tab-separated, with CRLF line ends, encoded in cp1252 and not in UTF-8. */
export function listingsReport(listings: readonly Listing[]): Buffer {
  const rows = listings.map((l) =>
    COLUMNS.map(
      (c) =>
        ({
          'item-name': l.name,
          'listing-id': `0929${l.asin}`,
          'seller-sku': l.sku,
          price: '24.99',
          'open-date': '29/09/2025 16:19:39 BST',
          'item-is-marketplace': 'y',
          'product-id-type': '1',
          'item-condition': '11',
          asin1: l.asin,
          'product-id': l.asin,
          'fulfillment-channel': 'AMAZON_EU',
          status: 'Active',
        })[c] ?? '',
    ).join('\t'),
  );
  // These names need only Latin-1 and two characters that only cp1252 has.
  return Buffer.from(
    [COLUMNS.join('\t'), ...rows].join('\r\n').replaceAll('€', '\u0080').replaceAll('–', '\u0096'),
    'latin1',
  );
}
