/**
 * The data of the demo seller: names, prices and measurements. The numbers were chosen so that sums can be checked by
 * hand.
 */

interface DemoSupplier {
  readonly key: 'ningbo' | 'shenzhen' | 'yiwu' | 'ocean' | 'customs' | 'haulage';
  readonly companyName: string;
  readonly localName?: string;
  readonly email: string;
  readonly telephone?: string;
  readonly city: string;
  readonly country: string;
  readonly currency: string;
  readonly leadTime?: number;
  readonly shippingMethod?: 'SEA' | 'AIR' | 'LAND';
  readonly paymentTerms: {
    readonly percent: string;
    readonly event: 'ORDER' | 'BEFORE_SHIPPING' | 'ARRIVAL' | 'INVOICE';
    readonly days: number;
  }[];
  readonly leadTimes?: {
    readonly shippingMethod: 'SEA' | 'AIR';
    readonly production: number;
    readonly transit: number;
    readonly checkIn: number;
  }[];
  readonly notes?: string;
}
const DEPOSIT: DemoSupplier['paymentTerms'] = [
  { percent: '30', event: 'ORDER', days: 0 },
  { percent: '70', event: 'BEFORE_SHIPPING', days: 0 },
];
const within = (days: number): DemoSupplier['paymentTerms'] => [{ percent: '100', event: 'INVOICE', days }];
const fromChina = (production: number): DemoSupplier['leadTimes'] => [
  { shippingMethod: 'SEA', production, transit: 34, checkIn: 6 },
  { shippingMethod: 'AIR', production, transit: 7, checkIn: 4 },
];

/** A supplier's bank details. The numbers are invented; no bank has issued them. */
export const BANK_DETAILS = {
  ningbo: {
    beneficiary: 'Ningbo Haosheng Houseware Co., Ltd.',
    accountNumber: '3901 2200 0904 1187 26',
    bankName: 'Example Bank of Ningbo',
    swift: 'XMPLCNBN',
    bankCode: '102332000019',
    currency: 'CNY',
  },
  haulage: {
    beneficiary: 'Thornbury Haulage Ltd',
    accountNumber: '30918244',
    bankName: 'Example Bank',
    bankCode: '00-00-00',
    currency: 'GBP',
  },
} as const;

export const SUPPLIERS: readonly DemoSupplier[] = [
  {
    key: 'ningbo',
    companyName: 'Ningbo Haosheng Houseware',
    localName: '宁波昊晟家居用品有限公司',
    email: 'sales@haosheng.example',
    city: 'Ningbo',
    country: 'CN',
    telephone: '+86 574 8700 1187',
    currency: 'CNY',
    leadTime: 35,
    shippingMethod: 'SEA',
    paymentTerms: DEPOSIT,
    leadTimes: fromChina(35),
    notes: 'Closed for two weeks around the Spring Festival.',
  },
  {
    key: 'shenzhen',
    companyName: 'Shenzhen Lumitek Electronics',
    localName: '深圳市光泰电子有限公司',
    email: 'orders@lumitek.example',
    city: 'Shenzhen',
    country: 'CN',
    currency: 'CNY',
    leadTime: 28,
    shippingMethod: 'AIR',
    paymentTerms: [
      { percent: '50', event: 'ORDER', days: 0 },
      { percent: '50', event: 'ARRIVAL', days: 14 },
    ],
    leadTimes: fromChina(28),
  },
  {
    key: 'yiwu',
    companyName: 'Yiwu Lanting Textile',
    localName: '义乌市兰亭纺织有限公司',
    email: 'trade@lanting.example',
    city: 'Yiwu',
    country: 'CN',
    currency: 'CNY',
    leadTime: 40,
    shippingMethod: 'SEA',
    paymentTerms: DEPOSIT,
    leadTimes: fromChina(40),
  },
  {
    key: 'ocean',
    companyName: 'Meridian Ocean Freight',
    email: 'ops@meridian.example',
    city: 'Hong Kong',
    country: 'HK',
    currency: 'USD',
    paymentTerms: within(30),
  },
  {
    key: 'customs',
    companyName: 'Harwich Customs Brokers',
    email: 'entries@hcb.example',
    city: 'Harwich',
    country: 'GB',
    currency: 'GBP',
    paymentTerms: within(14),
  },
  {
    key: 'haulage',
    companyName: 'Thornbury Haulage',
    email: 'dispatch@thornbury.example',
    city: 'Bristol',
    country: 'GB',
    currency: 'GBP',
    paymentTerms: within(30),
  },
];

/** The letterheads that the suppliers print on their documents. */
export const LETTERHEADS: Readonly<Record<DemoSupplier['key'], { from: string; address: string; title: string }>> = {
  ningbo: {
    from: 'Ningbo Haosheng Houseware Co., Ltd.',
    address: 'No. 88 Jinyuan Road, Yinzhou District, Ningbo 315100, China',
    title: 'COMMERCIAL INVOICE',
  },
  shenzhen: {
    from: 'Shenzhen Lumitek Electronics Co., Ltd.',
    address: 'Building 6, Fuhai Industrial Park, Shenzhen 518103, China',
    title: 'COMMERCIAL INVOICE',
  },
  yiwu: {
    from: 'Yiwu Lanting Textile Co., Ltd.',
    address: 'No. 17 Chouzhou North Road, Yiwu 322000, China',
    title: 'COMMERCIAL INVOICE',
  },
  ocean: {
    from: 'Meridian Ocean Freight Ltd.',
    address: '21/F Harbour Trade Centre, Kowloon, Hong Kong',
    title: 'FREIGHT INVOICE',
  },
  customs: {
    from: 'Harwich Customs Brokers Ltd',
    address: '3 Station Road, Harwich CO12 3HJ, United Kingdom',
    title: 'INVOICE',
  },
  haulage: {
    from: 'Thornbury Haulage Ltd',
    address: '9 Severn Way, Bristol BS11 9YA, United Kingdom',
    title: 'INVOICE',
  },
};

/**
 * A range of three products that differ in one property. All ranges together have 60 products. The fields: code, name,
 * variants, price in CNY for each variant, grams, and length, width and height in cm.
 */
type Range = readonly [
  code: string,
  name: string,
  variants: readonly [string, string, string],
  prices: readonly [string, string, string],
  grams: number,
  size: readonly [number, number, number],
];
const RANGES: Readonly<Record<'ningbo' | 'shenzhen' | 'yiwu', readonly Range[]>> = {
  ningbo: [
    [
      'KTL',
      'Pour-over kettle 1.0 L',
      ['matt black', 'brushed steel', 'white'],
      ['58.40', '56.80', '58.40'],
      1180,
      [30, 16, 17.5],
    ],
    [
      'JAR',
      'Glass storage jars, set of 6',
      ['bamboo lid', 'cork lid', 'steel lid'],
      ['41.90', '39.50', '44.20'],
      2650,
      [38, 26, 14],
    ],
    ['BRD', 'Bamboo bread box', ['large', 'small', 'with window'], ['72.00', '49.00', '78.00'], 2400, [40, 26, 22]],
    ['CUT', 'Cutting boards, set of 3', ['acacia', 'bamboo', 'beech'], ['45.00', '36.00', '40.00'], 1900, [38, 28, 5]],
    ['ORG', 'Drawer organiser, 12 pieces', ['clear', 'grey', 'white'], ['35.00', '35.00', '35.00'], 980, [32, 24, 8]],
    ['MUG', 'Stoneware mugs, set of 4', ['sand', 'slate', 'sage'], ['57.60', '57.60', '57.60'], 1720, [24, 24, 12]],
    ['TRY', 'Walnut tray', ['small', 'medium', 'large'], ['28.00', '38.00', '48.00'], 850, [45, 30, 5]],
  ],
  shenzhen: [
    ['LMP', 'Clip-on reading lamp', ['black', 'white', 'blue'], ['46.60', '46.60', '46.60'], 320, [28, 12, 7]],
    [
      'USB',
      'Travel charger 65 W, 3 ports',
      ['UK plug', 'EU plug', 'US plug'],
      ['64.00', '64.00', '62.50'],
      210,
      [12, 8, 5],
    ],
    ['NLT', 'Plug-in night light, 2 pack', ['warm', 'amber', 'star'], ['18.40', '18.40', '19.20'], 160, [14, 10, 6]],
    ['CBL', 'Braided USB-C cable 2 m, 2 pack', ['black', 'grey', 'red'], ['14.30', '14.30', '14.30'], 140, [16, 12, 3]],
    ['SPK', 'Shower speaker', ['black', 'mint', 'coral'], ['52.00', '52.00', '52.00'], 390, [12, 12, 9]],
    ['STD', 'Phone stand, folding', ['silver', 'black', 'rose'], ['16.00', '16.00', '16.00'], 180, [13, 9, 3]],
    ['FAN', 'Desk fan, rechargeable', ['white', 'green', 'pink'], ['38.00', '38.00', '38.00'], 540, [20, 18, 12]],
  ],
  yiwu: [
    ['TWL', 'Waffle bath towels, set of 4', ['white', 'sand', 'grey'], ['88.00', '88.00', '90.00'], 2100, [36, 28, 20]],
    ['HTW', 'Waffle hand towels, set of 2', ['white', 'sand', 'grey'], ['28.70', '28.70', '29.40'], 480, [28, 20, 8]],
    ['RUG', 'Cotton bath mat, 50 × 80 cm', ['white', 'blue', 'olive'], ['37.30', '37.30', '37.30'], 900, [50, 26, 10]],
    ['HNG', 'Velvet hangers, 50 pack', ['black', 'ivory', 'blush'], ['65.00', '65.00', '65.00'], 3400, [46, 26, 24]],
    ['APR', 'Linen apron', ['natural', 'navy', 'rust'], ['32.50', '32.50', '32.50'], 350, [30, 24, 4]],
    ['BAG', 'Canvas market bag', ['plain', 'striped', 'leaf'], ['17.80', '18.60', '18.60'], 310, [36, 30, 3]],
  ],
};

interface DemoProduct {
  readonly sku: string;
  readonly name: string;
  readonly supplier: keyof typeof RANGES;
  readonly priceCents: bigint;
  readonly grams: number | null;
  readonly size: readonly [number, number, number];
  readonly status: string;
  readonly asin: string;
}

/** A product without weight. It shows how the app reports a missing weight when it allocates a cost by weight. */
export const UNWEIGHED = 'HP-BAG-03';
const TOP_SELLERS = new Set(['HP-KTL-01', 'HP-LMP-01', 'HP-TWL-01']);
const STATUS: Readonly<Record<string, string>> = {
  'HP-NLT-02': 'UNDER_REVIEW',
  'HP-MUG-03': 'INACTIVE',
  'HP-HNG-03': 'DISCONTINUED',
  'HP-FAN-03': 'CLOSED_LISTING',
};

/** A bundle, which costs as much as its components. */
export const GIFT_SET = {
  sku: 'HP-SET-01',
  name: 'Coffee gift set: kettle and eight mugs',
  supplier: 'ningbo' as const,
  status: 'ACTIVE' as const,
  weight: '4700',
  length: '44',
  width: '32',
  height: '28',
  channel: ['AMAZON_UK' as const],
  parts: [
    { sku: 'HP-KTL-01', quantity: 1 },
    { sku: 'HP-MUG-01', quantity: 2 },
  ],
};

/** The 60 products of the demo seller. */
export const PRODUCTS: readonly DemoProduct[] = Object.entries(RANGES).flatMap(([supplier, ranges], s) =>
  ranges.flatMap(([code, name, variants, prices, grams, size], r) =>
    variants.map((variant, v): DemoProduct => {
      const sku = `HP-${code}-0${v + 1}`;
      return {
        sku,
        name: `${name}, ${variant}`,
        supplier: supplier as keyof typeof RANGES,
        priceCents: BigInt((prices[v] ?? '0').replace('.', '')),
        grams: sku === UNWEIGHED ? null : grams,
        size,
        status: TOP_SELLERS.has(sku) ? 'TOP_SELLER' : (STATUS[sku] ?? 'ACTIVE'),
        asin: `B0${String(10_000_000 + s * 100_000 + r * 1_000 + v * 37).slice(0, 8)}`,
      };
    }),
  ),
);
