// Headings of the tables that sellers, factories, forwarders and other programs make, in English, German, French,
// Spanish, Italian, Dutch, Chinese and Japanese. One dictionary for all imports: each takes the words for its fields.

/**
 * What the columns of such tables say, the most exact heading first. Only headings with one meaning are here; one that
 * means different things in different tables ("Item", "Total") stands with the import that knows its table.
 */
const WORDS = {
  productCode:
    'sku | seller sku | merchant sku | msku | product sku | item sku | variant sku | sku code | product code | ' +
    'item code | item no | item number | product no | product number | part no | part number | article no | ' +
    'article number | model no | model number | style no | artikelnummer | artikel nr | art nr | bestellnummer | ' +
    'teilenummer | référence | réf | référence article | référence produit | code article | referencia | ' +
    'código de producto | codice articolo | codice prodotto | artikelcode | sku编码 | 货号 | 产品货号 | ' +
    '商品编码 | 产品编码 | 商品编号 | 产品编号 | 物料编码 | 款号 | 型号 | 出品者sku | 商品コード | 商品番号 | 品番 | 型番',
  asin: 'asin | asin1 | child asin',
  fnsku: 'fnsku | fulfillment channel sku | fulfilment channel sku | fulfillment network sku | amazon barcode',
  barcode:
    'barcode | ean | ean13 | ean code | upc | upc code | gtin | isbn | gtin upc ean or isbn | ' +
    'variant barcode | strichcode | code barres | code à barres | código de barras | ' +
    'codice a barre | streepjescode | 条码 | 条形码 | 商品条码 | jan | janコード | バーコード',
  productName:
    'product name | item name | product title | name of goods | goods description | description of goods | ' +
    'item description | product description | bezeichnung | artikelbezeichnung | artikelname | produktname | ' +
    'produktbezeichnung | warenbezeichnung | désignation | nom du produit | libellé | denominación | ' +
    'nombre del producto | nome prodotto | productnaam | 品名 | 品名规格 | 品名及规格 | 产品名称 | 商品名称 | 货物名称 | ' +
    '货品名称 | 中文品名 | 商品名 | 製品名',
  brand: 'brand | brand name | brands | marke | marque | marca | merk | 品牌 | ブランド | ブランド名',
  quantity:
    'quantity | qty | total quantity | total qty | total pcs | qnty | quantity pcs | qty pcs | no of units | ' +
    'number of units | pieces | pcs | units | menge | anzahl | stück | stk | stückzahl | quantité | qté | cantidad | ' +
    'unidades | quantità | qtà | aantal | 数量 | 总数量 | 数量pcs | 数量个 | 個数',
  orderedQuantity: 'order quantity | order qty | ordered | 订单数量 | 発注数 | bestellmenge',
  stockQuantity:
    'on hand | stock | balance | stock quantity | quantity on hand | qty on hand | available | available quantity | ' +
    'inventory | variant inventory qty | on hand quantity | ending warehouse balance | bestand | lagerbestand | ' +
    'en stock | stock disponible | existencias | giacenza | voorraad | 库存 | 库存数量 | 在庫 | 在庫数',
  unitPrice:
    'unit price | price per unit | price each | price per piece | price pc | price pcs | u p | unit amount | ' +
    'einzelpreis | stückpreis | e preis | preis stück | preis pro stück | prix unitaire | pu | precio unitario | ' +
    'prezzo unitario | stukprijs | eenheidsprijs | 单价 | 含税单价 | 単価',
  unitCost:
    'unit cost | cost per unit | cost per item | landed cost per unit | stückkosten | coût unitaire | ' +
    'costo unitario | coste unitario | kostprijs | 单位成本 | 原価',
  purchasePrice:
    'purchase price | buying price | buy price | cost price | factory price | purchases unit price | ' +
    'einkaufspreis | ek preis | ek | prix d achat | precio de compra | prezzo di acquisto | prezzo d acquisto | ' +
    'inkoopprijs | 采购价 | 进价 | 仕入価格 | 仕入れ価格',
  amount:
    'amount | net amount | line amount | amount net | net total | net value | line total | total amount | ' +
    'total price | extended price | extended amount | total value | betrag | gesamtpreis | ' +
    'gesamtbetrag | nettobetrag | montant | ' +
    'montant ht | total ht | importe | importe neto | importo | imponibile | bedrag | 金额 | 总金额 | 总价 | 金額',
  taxAmount:
    'tax amount | vat amount | gst amount | sales tax | tax | vat | gst | mwst | ust | steuer | steuerbetrag | ' +
    'mwst betrag | tva | montant tva | iva | importe iva | importo iva | btw | btw bedrag | 税额 | 税金 | 增值税 | ' +
    '消費税 | 税額',
  currency:
    'currency | currency code | ccy | curr | währung | devise | monnaie | moneda | divisa | valuta | 货币 | 币种 | 通貨',
  day: 'day | date | datum | fecha | data | 日期 | 日付',
  place:
    'warehouse | location | channel | warehouse location | lagerort | lager | entrepôt | almacén | magazzino | ' +
    'magazijn | 仓库 | 倉庫',
  note:
    'note | notes | comment | comments | remark | remarks | bemerkung | bemerkungen | notizen | kommentar | ' +
    'remarque | remarques | commentaire | notas | observaciones | opmerking | opmerkingen | note interne | 备注 | 備考',
  status: 'status | product status | statut | estado | stato | 状态 | ステータス',
  weight:
    'weight | item weight | product weight | variant weight | net weight | gewicht | poids | peso | nettogewicht | ' +
    'poids net | peso neto | peso netto | 净重 | 重量 | 単品重量',
  length: 'length | länge | laenge | longueur | longitud | largo | lunghezza | lengte | 长 | 长度 | 長さ | 縦',
  width: 'width | breite | largeur | ancho | larghezza | breedte | 宽 | 宽度 | 幅 | 横',
  height: 'height | höhe | hoehe | hauteur | altura | alto | altezza | hoogte | 高 | 高度 | 高さ',
  hsCode:
    'hs code | hs | hts | hts code | tariff code | tariff no | commodity code | customs tariff number | ' +
    'zolltarifnummer | warennummer | code douanier | nomenclature | código arancelario | partida ' +
    'arancelaria | codice doganale | goederencode | 海关编码 | hs编码 | hsコード | 税番',
  countryOfOrigin:
    'country of origin | origin country | origin of goods | coo | made in | herkunftsland | ursprungsland | ' +
    'pays d origine | país de origen | paese di origine | paese d origine | land van herkomst | 原产国 | 原产地 | 原産国',
  supplierName:
    'supplier | supplier name | lieferant | lieferantenname | fournisseur | proveedor | fornitore | leverancier | ' +
    '供应商 | 供应商名称 | 仕入先 | 仕入先名',
  companyName:
    'company name | company | vendor | vendor name | manufacturer | contact name | complete name | firma | ' +
    'firmenname | hersteller | société | entreprise | raison sociale | empresa | azienda | ragione sociale | ' +
    'bedrijf | 公司 | 公司名称 | 工厂 | 会社名',
  localName:
    'chinese name | name in chinese | native name | own language name | lokaler name | nom local | 中文名 | 中文名称',
  email:
    'email | email address | mail | e mail adresse | courriel | correo | ' +
    'correo electrónico | posta elettronica | 邮箱 | 电子邮箱 | メールアドレス | メール',
  telephone:
    'telephone | phone | phone number | tel | mobile | mobile number | telefon | telefonnummer | téléphone | ' +
    'teléfono | telefono | telefoon | 电话 | 手机 | 联系电话 | 電話 | 電話番号',
  addressLine1:
    'address line 1 | address | address 1 | street | street address | po address line 1 | adresse | straße | ' +
    'strasse | rue | dirección | indirizzo | adres | 地址 | 住所',
  addressLine2: 'address line 2 | address 2 | street 2 | po address line 2 | adresszusatz | adresse 2 | dirección 2',
  addressLine3: 'address line 3 | address 3 | po address line 3 | adresse 3 | dirección 3',
  city: 'city | town | po city | stadt | ort | ville | ciudad | città | plaats | 城市 | 市区町村',
  postCode:
    'post code | postal code | zip | zip code | po postal code | plz | postleitzahl | code postal | ' +
    'código postal | cap | 邮编 | 邮政编码 | 郵便番号',
  state: 'state | province | region | county | po region | bundesland | région | provincia | 省 | 省份 | 都道府県',
  country: 'country | nation | country code | po country | land | ländercode | pays | país | paese | 国家 | 国',
  destination:
    'destination | destination country | country of destination | to country | to | bestimmungsland | zielland | ' +
    'nach | pays de destination | país de destino | paese di destinazione | 目的国 | 仕向国',
  forwarder: 'forwarder | freight forwarder | carrier | agent | spediteur | spedition | transitaire | 货代 | 物流商',
  validFrom:
    'valid from | start date | start | effective from | effective | gültig ab | valable dès | válido desde | 生效日期',
  validTo:
    'valid to | valid until | end date | end | expires | expiry | expiry date | gültig bis | valable jusqu au | ' +
    'válido hasta | 有效期至 | 失效日期',
  paymentTerms:
    'payment terms | terms | payment | terms of payment | zahlungsbedingungen | zahlungsziel | ' +
    'conditions de paiement | condiciones de pago | condizioni di pagamento | betalingstermijn | 付款方式 | 付款条件 | ' +
    '支払条件',
  leadTime:
    'lead time | lead time days | lead time in days | lieferzeit | délai | délai de livraison | plazo de entrega | ' +
    'tempo di consegna | levertijd | 交期 | 交货期 | 納期 | リードタイム',
  shippingMethod:
    'shipping method | ships by | shipping | transport | versandart | mode de transport | método de envío | 运输 | ' +
    '运输方式 | 輸送方法',
  costType: 'cost type | type of cost | cost category | kostenart | 费用类型 | 费用类别',
  account:
    'account | account code | ledger account | nominal code | gl code | gl account | konto | sachkonto | ' +
    'compte comptable | cuenta contable | conto contabile | grootboekrekening | 科目 | 会计科目 | 勘定科目',
  ourReference:
    'internal reference | our reference | our ref | reference | reference no | ref | ref no | referenz | ' +
    'notre référence | nuestra referencia | 参考号',
  purchaseOrder:
    'po | po no | po number | purchase order | order no | order number | bestellung | auftragsnummer | ' +
    'bon de commande | orden de compra | ordine di acquisto | 订单号 | 合同号 | 発注番号 | 注文番号',
} as const satisfies Readonly<Record<string, string>>;
/** What a column can say, in any of the languages. */
type TradeHeading = keyof typeof WORDS;

const MAX_HEADING = 200;
/** A heading by which columns are recognised: without case, spaces, marks and full-width forms. */
const headingKey = (heading: string): string =>
  heading
    .slice(0, MAX_HEADING)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The headings of a table in the form in which they are compared. */
export const headingKeys = (headings: readonly string[]): ReadonlySet<string> => new Set(headings.map(headingKey));

/** A heading without what stands in brackets, and without the currency that it names. */
const withoutUnits = (heading: string): string =>
  heading
    .slice(0, MAX_HEADING)
    .normalize('NFKC')
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/\b(?:usd|cny|rmb|eur|gbp|jpy|hkd)\b|(?:\b(?:us|hk|nt|[acs]))?\$|[€£¥]/gi, ' ');

/** The field that a heading means. The lower the rank, the more exact the heading. */
export interface HeadingHit<Field extends string> {
  readonly field: Field;
  readonly rank: number;
}
/** The words for one field of an import: those of the trade, the most exact first, and then its own. */
export interface FieldHeadings {
  readonly trade?: readonly TradeHeading[];
  readonly own?: string;
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

/** Reads a heading. EXACT: as it stands, with all that it says in brackets. */
type HeadingReader<Field extends string> = (heading: string, how?: 'EXACT') => HeadingHit<Field> | undefined;

/**
 * Makes the reader of one import's headings. The exact heading is looked up first, then without what stands in
 * brackets; a heading in two languages means what one of them means. Undefined for an unknown heading. Throws where two
 * fields claim one heading, which is a mistake of the import.
 */
export function headingReader<Field extends string>(
  fields: Readonly<Partial<Record<Field, FieldHeadings>>>,
): HeadingReader<Field> {
  const byKey = new Map<string, HeadingHit<Field>>();
  for (const field of Object.keys(fields) as Field[]) {
    const { trade = [], own = '' } = fields[field] ?? {};
    const words = [...trade.map((one) => WORDS[one]), own].flatMap((list) => list.split('|'));
    for (const [rank, word] of words.entries()) {
      const key = headingKey(word);
      const earlier = byKey.get(key);
      if (earlier && earlier.field !== field)
        throw new Error(`The heading "${word.trim()}" means ${earlier.field} and ${field}.`);
      if (!earlier && key !== '') byKey.set(key, { field, rank });
    }
  }
  const exact = (heading: string): HeadingHit<Field> | undefined => byKey.get(headingKey(heading));
  return (heading, how) => {
    const found = exact(heading);
    if (found || how === 'EXACT') return found;
    const bare = withoutUnits(heading);
    const asian = bare.match(HAN)?.join('') ?? '';
    return exact(bare) ?? (asian === '' ? undefined : (exact(asian) ?? exact(bare.replace(HAN, ' '))));
  };
}
