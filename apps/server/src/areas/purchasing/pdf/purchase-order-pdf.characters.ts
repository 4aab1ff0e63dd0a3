import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { AppError } from '../../../http/errors.ts';
import { charactersWithoutFont } from '../../../pdf/font-runs.ts';
import { readFonts } from '../../../pdf/fonts.ts';
import type { PrintedOrder } from '../../../pdf/purchase-order.types.ts';

/** How many characters of one field are named. */
const MOST_NAMED = 10;
let fonts: ReturnType<typeof readFonts> | undefined;

/** A field of a purchase order with characters for which its PDF would show boxes. */
interface Unprintable {
  readonly field: string;
  readonly place: Text;
  readonly characters: string;
}

/** Lists the fields with characters that no font of the PDF has, in the order of the page. */
function unprintableIn(order: PrintedOrder): Unprintable[] {
  const known = (fonts ??= readFonts());
  const fields: readonly (readonly [field: string, place: Text, texts: readonly (string | null)[]])[] = [
    ['accountName', say('unprintable.buyer'), [order.buyer]],
    ['poNumber', say('pdf.purchase_order'), [order.poNumber]],
    ['internalPoNumber', say('pdf.internal_number'), [order.internalNumber]],
    ['supplierId', say('pdf.supplier'), order.supplier],
    ['shipTo', say('pdf.ship_to'), [order.shipTo]],
    ['portOfLoading', say('pdf.shipping'), order.shipping],
    ['shippingNumber', say('pdf.shipping_number'), [order.shippingNumber]],
    ...order.items.flatMap(({ sku, name, words, itemNumber }, at) => {
      const place = say('unprintable.item', { number: at + 1 });
      return [
        [`items.${at}.productId`, place, [sku, name]],
        [`items.${at}.name`, place, [words]],
        [`items.${at}.supplierItemNumber`, place, [itemNumber]],
      ] as const;
    }),
    ['cartonMarks', say('pdf.carton_marks'), [order.cartonMarks]],
    ['notes', say('pdf.notes'), [order.notes]],
    ['bankingDetails', say('pdf.bank_details'), [order.bankingDetails]],
  ];
  return fields.flatMap(([field, place, texts]) => {
    const missing = charactersWithoutFont(texts.filter((text) => text !== null).join('\n'), known);
    if (missing.length === 0) return [];
    const characters = missing.slice(0, MOST_NAMED).join(' ') + (missing.length > MOST_NAMED ? ' …' : '');
    return [{ field, place, characters }];
  });
}

const textOf = (found: readonly Unprintable[]): Text =>
  say('purchasing.unprintable', {
    places: found.map(({ place, characters }) => say('unprintable.place', { place, characters })),
  });

/** Says which fields have characters that the PDF cannot show; undefined if there are none. */
export function unprintableText(order: PrintedOrder): Text | undefined {
  const found = unprintableIn(order);
  return found.length === 0 ? undefined : textOf(found);
}

/** Refuses a PDF with boxes instead of characters, because the supplier could not read it. Names the fields. */
export function requirePrintable(order: PrintedOrder): void {
  const found = unprintableIn(order);
  if (found.length === 0) return;
  throw new AppError('purchasing.unprintable', {
    message: textOf(found),
    errors: found.map(({ field, characters }) => ({ field, message: say('unprintable.field', { characters }) })),
  });
}
