import { describe, expect, it } from 'vitest';
import { columnsByHeading, joinHeadings } from './packing-list-headings.ts';

describe('the headings of packing lists', () => {
  it.each([
    [
      'C/NO.|Item No.|Description|CTNS|QTY/CTN|Total Qty|G.W./CTN (KGS)|MEAS. (CM)|CBM|Shipping marks',
      'cartonNumbers|sku||cartons|unitsPerCarton|units|cartonWeight|sides||marks',
    ],
    [
      '箱号|货号|箱数|每箱数量|总数量|单箱毛重(KG)|外箱尺寸(CM)|唛头',
      'cartonNumbers|sku|cartons|unitsPerCarton|units|cartonWeight|sides|marks',
    ],
    [
      'Kartonnummer|Artikelnummer|Anzahl Kartons|Stück pro Karton|Menge',
      'cartonNumbers|sku|cartons|unitsPerCarton|units',
    ],
    ['箱号 Carton No.|SKU|Cartons|Units per carton|Order', 'cartonNumbers|sku|cartons|unitsPerCarton|order'],
    ['SKU|CTNS|QTY/CTN|MEAS. (CBM)', 'sku|cartons|unitsPerCarton|'],
    ['SKU|Cartons|Length (in)|Width (in)|Height (in)|N.W. (kg)', 'sku|cartons|length|width|height|'],
  ])('%s', (headings, fields) =>
    expect(
      columnsByHeading(headings.split('|'))
        .columns.map((field) => field ?? '')
        .join('|'),
    ).toBe(fields),
  );

  it('of two columns of units, one is of a carton', () =>
    expect(columnsByHeading(['SKU', 'CTNS', 'QTY', 'Total QTY']).columns).toEqual([
      'sku',
      'cartons',
      'unitsPerCarton',
      'units',
    ]));

  it('leave to a person of what a weight is, unless the total stands beside it', () => {
    expect(columnsByHeading(['SKU', 'CTNS', 'QTY', 'G.W. (KG)'])).toEqual({
      columns: ['sku', 'cartons', 'units', null],
      openWeights: [3],
    });
    expect(columnsByHeading(['SKU', 'CTNS', 'QTY', 'G.W. (KG)', 'T.G.W. (KG)'])).toEqual({
      columns: ['sku', 'cartons', 'units', 'cartonWeight', 'totalWeight'],
      openWeights: [],
    });
  });

  it('in two rows are one: merged cells give their unit to those below', () =>
    expect(
      joinHeadings(['SKU', 'Measurement (cm)', '', '', 'Quantity', ''], ['', 'L', 'W', 'H', 'CTNS', 'PCS']),
    ).toEqual(['SKU', 'L (cm)', 'W (cm)', 'H (cm)', 'CTNS', 'Quantity PCS']));
});
