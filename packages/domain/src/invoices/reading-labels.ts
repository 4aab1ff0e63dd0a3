import type { PageLine } from './page-lines.ts';

/**
 * What a label on an invoice announces. Labels of other things (order numbers, due dates, subtotals) are known too,
 * so that their values are not taken for those of the invoice.
 */
export type LabelKind =
  | 'NUMBER'
  | 'TITLE'
  | 'OTHER_NUMBER'
  | 'DATE'
  | 'PLAIN_DATE'
  | 'DUE_DATE'
  | 'OTHER_DATE'
  | 'GROSS'
  | 'DUE'
  | 'TOTAL'
  | 'NET'
  | 'TAX'
  | 'OTHER_AMOUNT'
  | 'CURRENCY'
  | 'BUYER'
  | 'SELLER';

/** A label in a line: what it announces, and where it stands in the text of the line. */
export interface Label {
  readonly kind: LabelKind;
  readonly start: number;
  readonly end: number;
}

/** A line with its labels. A line of the table of lines has none. */
export interface Labelled {
  readonly line: PageLine;
  readonly labels: readonly Label[];
  readonly isInTable: boolean;
}

const NO = String.raw`(?:no\.?|number|num\.?|nr\.?|nummer|#|№|id|code|ref(?:erence)?\.?)`;
const PERCENT = String.raw`(?:\s*@?\s*\(?\d{1,2}(?:[.,]\d{1,2})?\s*%\)?)?`;
const VAT = String.raw`(?:vat|gst|sales tax|tax(?:es)?|mwst\.?|ust\.?)`;
const INCL = String.raw`\(?(?:incl(?:\.|uding|usive)?(?: of)?|with|inkl\.?|einschl\.?)\s*(?:\d{1,2}\s*%\s*)?${VAT}\)?`;

/** The words of labels in English and German. The longest match at a place counts. */
const WORDS: Readonly<Record<LabelKind, readonly string[]>> = {
  NUMBER: [
    String.raw`(?:(?:tax|vat|commercial|pro-?\s?forma|freight|sales|customs|debit)\s+)?(?:invoice|inv\.?|bill)\s*${NO}`,
    String.raw`(?:credit|debit)\s*(?:note|memo)\s*${NO}`,
    String.raw`document\s*${NO}`,
    String.raw`rechnungs?[\s-]*(?:nr\.?|nummer|no\.?|#)`,
    String.raw`re\.?[\s-]*(?:nr\.|nummer)`,
    String.raw`(?:beleg|gutschrifts?)[\s-]*(?:nr\.?|nummer)`,
  ],
  TITLE: ['invoice', 'credit (?:note|memo)', 'debit (?:note|memo)', 'rechnung', 'gutschrift', 'bill'],
  OTHER_NUMBER: [
    String.raw`(?:purchase\s+order|sales\s+order|order|p\.?\s?o\.?|customer|client|account|acct\.?|vat|tax|eori|`
      .concat(
        String.raw`company|registration|reg\.?|vat\s+reg(?:istration)?\.?|delivery\s+note|packing\s+list|contract|job|`,
      )
      .concat(String.raw`booking|container|vessel|voyage|b\/?l|bill\s+of\s+lading|h?awb|mawb|hbl|mbl|shipment|entry|`)
      .concat(String.raw`consignment|quotation|quote|project|our|your|bank|sort|item|article|part|batch|case)\s*${NO}`),
    String.raw`(?:kunden|auftrags?|bestell|lieferschein|liefer|steuer|vorgangs?|projekt|artikel|konto|`.concat(
      String.raw`angebots?|vertrags?|referenz|handelsregister)[\s-]*(?:nr\.?|nummer)`,
    ),
    String.raw`u?st\.?-?\s?id(?:ent)?\.?(?:[\s.-]*(?:nr\.?|nummer))?`,
    'iban|bic|swift|hrb|tel\\.?|telefon|telephone|phone|fax|mobile|ihr zeichen|unser zeichen',
  ],
  DATE: [
    String.raw`(?:invoice|inv\.?|bill|issue|document|tax\s+point|credit\s+note)\s*date`,
    String.raw`date\s+(?:of\s+(?:issue|invoice|the\s+invoice)|issued)`,
    String.raw`rechnungs?-?\s?datum|belegdatum|ausstellungsdatum|gutschriftsdatum|ausgestellt am`,
  ],
  PLAIN_DATE: ['date', 'dated', 'issued(?: on)?', 'datum'],
  DUE_DATE: [
    String.raw`(?:payment\s+)?due\s+(?:date|by|on)`,
    'payment due|date due|payment date|due',
    String.raw`pay(?:able|ment)?\s+(?:by|until|before|on)`,
    String.raw`f[äa]e?llig(?:keitsdatum|keit)?(?:\s+(?:am|bis|zum))?`,
    String.raw`zahlbar\s+bis(?:\s+zum)?|zahlungsziel|zahlungstermin`,
  ],
  OTHER_DATE: [
    String.raw`(?:order|delivery|shipping|shipment|ship|dispatch|departure|arrival|print(?:ed)?|expiry|`.concat(
      String.raw`supply|service|contract|po|loading|sailing|report|start|end|effective|`,
      String.raw`b\/?l|on\s+board|value|clearance)\s*date`,
    ),
    String.raw`date\s+of\s+(?:supply|delivery|shipment|arrival|departure|loading|entry|birth|order)`,
    'etd|eta|atd|ata|printed(?: on)?|valid (?:until|to|from)|period',
    String.raw`(?:liefer|leistungs|bestell|auftrags|versand|druck)-?(?:datum|termin|zeitraum)|gültig\s+bis|zeitraum`,
  ],
  GROSS: [
    String.raw`(?:grand|invoice|gross|overall)\s*total`,
    String.raw`total\s*(?:invoice|gross)?\s*(?:amount|value|price|sum)?\s*${INCL}`,
    String.raw`total\s+(?:invoice|gross)(?:\s+(?:amount|value|price))?`,
    String.raw`(?:invoice|gross)\s*(?:amount|value|sum)`,
    String.raw`rechnungs(?:betrag|summe)|gesamt-?(?:betrag|summe|preis)(?:\s*\(?(?:brutto|${INCL})\)?)?`,
    'endbetrag|endsumme',
    String.raw`brutto(?:betrag|summe)?|(?:summe|total|betrag|gesamt)\s*\(?(?:brutto|${INCL})\)?`,
  ],
  DUE: [
    String.raw`(?:total|amount|balance|net)\s*(?:amount\s*|now\s*)?(?:due|payable|owing|outstanding)`,
    String.raw`amount\s+to\s+(?:be\s+)?pa(?:y|id)|zahl(?:ungs)?betrag|zu\s+zahlen(?:der\s+betrag)?|zu\s+überweisen`,
    'offener betrag|restbetrag|noch zu zahlen',
  ],
  TOTAL: [
    String.raw`total(?:\s+(?:amount|value|price|sum|charges?|cost|fob|cif|exw))?(?:\s+in\s+[a-z]{3})?`,
    'sum|summe|gesamt|insgesamt|endsumme',
  ],
  NET: [
    String.raw`sub-?\s?total|net\s*(?:total|amount|value|sum)|total\s*(?:net|before\s+(?:tax|vat))`,
    String.raw`total\s*\(?excl(?:\.|uding|usive)?(?:\s*(?:of\s+)?${VAT})?\)?|zwischensumme|netto(?:betrag|summe|wert)?`,
    String.raw`(?:summe|gesamt|total)\s*\(?netto\)?|gesamt-?netto|warenwert|positionen\s+gesamt`,
  ],
  TAX: [
    String.raw`(?:total\s+)?${VAT}(?:\s*(?:amount|total))?${PERCENT}`,
    String.raw`(?:zzgl\.?\s*)?(?:\d{1,2}\s*%\s*)?(?:mwst\.?|ust\.?|mehrwertsteuer|umsatzsteuer)${PERCENT}`,
  ],
  OTHER_AMOUNT: [
    String.raw`total\s*(?:quantity|qty|pcs|pieces|cartons?|packages|ctns?|units|items|lines|pages?|pallets)`,
    String.raw`(?:total\s*)?(?:gross|net)?\s*(?:weight|volume|cbm|measurement)|g\.?w\.?|n\.?w\.?|gewicht|volumen`,
    String.raw`deposit(?:\s+paid)?|prepa(?:id|yment)|(?:amount\s+)?paid|discount|rabatt|skonto|anzahlung|rounding`,
    String.raw`exchange\s+rate|wechselkurs|rate\s+of\s+exchange`,
  ],
  CURRENCY: ['(?:invoice\\s+)?currency(?:\\s+code)?', 'währung'],
  BUYER: [
    String.raw`(?:bill(?:ed)?|invoiced?|sold|ship(?:ped)?|delivered?|deliver(?:y)?)\s*to`,
    'consignee|buyer|customer|client|importer|notify(?: party)?|attn\\.?|attention|purchaser',
    'rechnung an|rechnungsempfänger|rechnungsadresse|lieferadresse|lieferanschrift|kunde|käufer|empfänger',
  ],
  SELLER: [
    'seller|supplier|vendor|exporter|shipper|issued by|beneficiary|account name|from',
    'lieferant|verkäufer|absender|kontoinhaber|rechnungssteller',
  ],
};

/** The words of labels in Chinese, which has no spaces between words. Documents space their characters out. */
const CHINESE: Readonly<Partial<Record<LabelKind, string>>> = {
  NUMBER: '发票号码 发票编号 发票号 账单号码 账单编号 账单号 单据编号 贷项通知单号',
  OTHER_NUMBER:
    '订单编号 订单号 合同编号 合同号 客户编号 客户号 纳税人识别号 统一社会信用代码 税号 发票代码 校验码 银行账号 账号 电话 传真 ' +
    '提单号 箱号 货号 机器编号 型号',
  DATE: '开票日期 发票日期 出票日期 开具日期 账单日期',
  PLAIN_DATE: '日期',
  DUE_DATE: '付款到期日 付款期限 付款日期 到期日 应付日期 最迟付款日',
  OTHER_DATE: '交货日期 发货日期 装运日期 出货日期 订单日期 合同日期 打印日期 有效期 开船日期 到港日期 船期',
  GROSS: '价税合计 含税总额 含税合计 含税总价 发票总额 发票金额 发票总金额 总计金额',
  DUE: '应付金额 应付总额 应付款 待付金额 余额',
  TOTAL: '合计金额 金额合计 总金额 合计 总计 共计 总额 总价',
  NET: '小计 不含税金额 不含税合计 未税金额 未税合计',
  TAX: '税额 增值税 税金 税率',
  OTHER_AMOUNT: '总数量 总件数 总箱数 总毛重 总净重 总重量 总体积 毛重 净重 体积 定金 预付款 已付 折扣 汇率',
  CURRENCY: '币种 货币 币别',
  BUYER: '购买方 买方 客户 收货人 收票方 付款方 抬头',
  SELLER: '销售方 卖方 供应商 供方 开票人 收款人 卖家',
};

interface Pattern {
  readonly kind: LabelKind;
  readonly pattern: RegExp;
}
const PATTERNS: readonly Pattern[] = [
  ...(Object.entries(WORDS) as [LabelKind, readonly string[]][]).map(([kind, words]) => ({
    kind,
    // A label that ends with a point or a sign may touch its value: No.7, #7.
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?:(?<=[.#№)%])|(?![\p{L}\p{N}]))`, 'giu'),
  })),
  ...(Object.entries(CHINESE) as [LabelKind, string][]).map(([kind, words]) => ({
    kind,
    pattern: new RegExp(
      words
        .split(' ')
        .map((word) => [...word].join(String.raw`\s{0,4}`))
        .join('|'),
      'gu',
    ),
  })),
];

/** Lines that are longer than this are running text, for example conditions. */
const MAX_LINE = 600;

/** The labels in a line from left to right. Of labels that overlap, the longest counts: "Due date", and not "date". */
export function labelsOf({ text }: Pick<PageLine, 'text'>): Label[] {
  if (text.length > MAX_LINE) return [];
  const all = PATTERNS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  ).toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: Label[] = [];
  for (const label of all)
    if (kept.every((other) => label.end <= other.start || label.start >= other.end)) kept.push(label);
  return kept.toSorted((a, b) => a.start - b.start);
}
