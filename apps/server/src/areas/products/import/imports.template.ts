import { TEMPLATE_COLUMNS } from './imports.fields.ts';

/**
 * Creates the template file: all columns, and one example row that can be imported. A byte order mark makes spreadsheet
 * programs read the file as UTF-8.
 */
export function csvTemplate(): string {
  const example: Partial<Record<(typeof TEMPLATE_COLUMNS)[number], string>> = {
    sku: 'PAN-28-BLK',
    name: '"Cast iron pan, 28 cm"',
    asin: 'B0EXAMPLE1',
    brand: 'Example',
    status: 'ACTIVE',
    channel: 'AMAZON_UK;AMAZON_DE',
    countryOfOrigin: 'CN',
    length: '46',
    width: '29',
    height: '6',
    dimensionUnit: 'CM',
    weight: '2400',
    weightUnit: 'GR',
    supplierLeadTime: '45',
    notes: 'Delete this row',
  };
  const cells = TEMPLATE_COLUMNS.map((column) => example[column] ?? '');
  return `\ufeff${TEMPLATE_COLUMNS.join(',')}\r\n${cells.join(',')}\r\n`;
}
