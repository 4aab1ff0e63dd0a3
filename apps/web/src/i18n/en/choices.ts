/**
 * The words of the fields in which a product is chosen, of the codes by which products are found, of the choice how
 * numbers and days are written and files are read, and of the day on which a share is due.
 */
export const choices = {
  numbers: {
    readAs: 'Numbers in this column read as {{example}}',
    readAsBefore: 'Numbers in this column read as {{example}}, as you chose for the last table like this',
    each: 'Some numbers in this column have a decimal point, some a decimal comma',
    open: '{{cell}} can be read in two ways. How are the numbers in this column written?',
    choose: 'How the numbers in column {{column}} are written',
    none: 'Choose',
  },
  days: {
    readAs: 'Days in this column read as {{example}}',
    open: '{{cell}} can be two days. How are the days in this column written?',
    choose: 'How the days in column {{column}} are written',
  },
  file: {
    sheets_one: '{{count}} sheet looks like such a table. Sheet “{{sheet}}” was read.',
    sheets_other: '{{count}} sheets look like such a table. Sheet “{{sheet}}” was read.',
    sheet: 'The sheet that is read',
    encodingRead: 'The file was read as {{encoding}}',
    encodingGuessed: 'The file was read as {{encoding}}, but its letters could also be in another encoding.',
    encoding: 'The encoding in which the file is read',
    encodings: {
      'utf-8': 'UTF-8',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16',
      'windows-1252': 'Windows-1252 (western)',
      gbk: 'GB18030 (Chinese)',
      shift_jis: 'Shift JIS (Japanese)',
    },
    hidden_one: '{{count}} row that was read is hidden in the workbook.',
    hidden_other: '{{count}} rows that were read are hidden in the workbook.',
    merged_one: 'The sheet has {{count}} merged range. Its value counts for its first cell.',
    merged_other: 'The sheet has {{count}} merged ranges. Their values count for their first cells.',
  },
  due: {
    months: ' mo',
    monthEnds: { NONE: 'No month end', BEFORE: 'Month end, then days', AFTER: 'Days, then month end' },
    monthsAfter: '{{event}} + {{months}} mo',
    monthEnd: '{{event}}, month end',
    thenMonthEnd: '{{event}}, then month end',
    daysAfter: '{{event}} + {{days}} d',
    daysBefore: '{{event}} − {{days}} d',
  },
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
