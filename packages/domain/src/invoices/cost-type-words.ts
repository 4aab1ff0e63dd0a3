import type { CostCategory } from '../lists.ts';

/**
 * The words that say what a charge is for, in the order in which they count: "Customs clearance of sea freight" is
 * customs, and "Insurance of the shipment" is insurance.
 */
const WORDS: readonly (readonly [CostCategory, readonly string[], string])[] = [
  [
    'CUSTOMS_AND_DUTIES',
    [
      String.raw`(?<!heavy[ -])dut(?:y|ies)|customs|deferment|tariffs?|clearance|examination|exam`,
      'import (?:vat|gst|tax)',
      String.raw`(?:entry|disbursement|hmrc|ccl|isf|mpf|hmf)(?: fees?| charges?)?`,
      String.raw`zoll\p{L}*|einfuhr\p{L}*|verzollung|douanes?|dédouanement|aduanas?|dogana`,
    ],
    '关税|清关|报关|海关|进口税',
  ],
  ['INSURANCE', [String.raw`(?:\p{L}+)?insurance|insured|versicherung|transportversicherung|assurance`], '保险'],
  ['INSPECTIONS', [String.raw`(?:pre-?shipment |quality )?inspections?|qc|prüfung|inspektion`], '验货|检验'],
  ['PRODUCT_TESTING', [String.raw`(?:lab(?:oratory)? )?test(?:s|ing)?(?: report| fee)?|certification`], '检测|测试'],
  [
    'STORAGE',
    [String.raw`storage|warehousing|demurrage|detention|lager(?:geld|ung|kosten)?|standgeld`],
    '仓储|滞港|滞箱',
  ],
  [
    'LOCAL_FREIGHT',
    [
      String.raw`haulage|trucking|drayage|cartage|road freight|inland (?:freight|haulage|transport)|last mile`,
      String.raw`(?:local|door|warehouse|final) delivery|delivery to (?:door|warehouse|fba|amazon)|nachlauf|vorlauf`,
    ],
    '拖车|内陆运输|派送',
  ],
  [
    'SHIPPING',
    [
      String.raw`(?:ocean|sea|air|rail)?freight|shipping|shipment|carriage|courier|postage|(?:ocean|sea|air) charges?`,
      String.raw`terminal handling|thc|bunker|baf|caf|lss|isps|fuel surcharge|peak season|bills? of lading|b\/l`,
      String.raw`(?:origin|destination|port|wharf|docu?mentation|docs?|handling|telex release|consolidation) `.concat(
        String.raw`(?:charges?|fees?|handling)`,
      ),
      String.raw`(?:see|luft)?fracht\p{L}*|versand(?:kosten)?|transport(?:kosten)?|porto|fret|flete|trasporto`,
    ],
    '海运|空运|运费|运输|快递|港杂|码头',
  ],
  [
    'BANK_FEES',
    [String.raw`(?:bank|wire|transfer|swift|remittance) (?:fees?|charges?)|bankgebühr\p{L}*`],
    '银行手续费',
  ],
  ['PHOTOGRAPHY', [String.raw`photo(?:s|graphy| shoot)?|fotos?|fotografie`], '拍摄|摄影'],
  ['DESIGNER_FEES', [String.raw`(?:graphic |packaging )?design(?:er)?(?: fees?| work)?`], '设计费'],
  ['PRODUCT_SAMPLES', [String.raw`(?:product )?samples?|muster`], '样品'],
];

const PATTERNS = WORDS.map(
  ([costType, words, chinese]) =>
    [
      costType,
      new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])|${chinese}`, 'iu'),
    ] as const,
);

/** What a line without a product is for, by its own words; undefined if they do not say it. */
export const costTypeOfWords = (name: string | null): CostCategory | undefined =>
  name === null ? undefined : PATTERNS.find(([, pattern]) => pattern.test(name.normalize('NFKC')))?.[0];
