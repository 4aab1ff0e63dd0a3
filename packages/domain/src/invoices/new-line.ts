import type { CostCategory, InvoiceType } from '../lists.ts';
import { costTypeOfWords } from './cost-type-words.ts';

/** What an invoice says about the cost type of its new lines. */
interface LinesInvoice {
  readonly costType: CostCategory | null;
  readonly type: InvoiceType | null;
  readonly isPaired: boolean;
}

/**
 * The cost type with which a new line begins, in the sheet, in pasted lines and in imported ones: that of the invoice
 * if somebody chose one. Otherwise customs on an invoice for customs only, freight on an invoice of another type or on
 * one whose costs belong to goods of other invoices, and goods on any other invoice.
 */
export function costTypeOfNewLine(invoice: LinesInvoice): CostCategory {
  if (invoice.costType) return invoice.costType;
  if (invoice.type === 'CUSTOMS_ONLY') return 'CUSTOMS_AND_DUTIES';
  return invoice.type !== null || invoice.isPaired ? 'SHIPPING' : 'FACTORY_INVOICE';
}

/** What a read line is, and what is known for its cost type. */
interface ReadLine {
  readonly name: string | null;
  readonly hasProduct: boolean;
}
interface ReadLineFacts extends LinesInvoice {
  /** Whether the invoice, or the table that is read, has a line with a product. */
  readonly hasGoods: boolean;
  /** What the lines without a product on the supplier's last invoice were; null without one. */
  readonly lastCostType: CostCategory | null;
  /** What a person answered when they were asked. */
  readonly answer: CostCategory | undefined;
}

/**
 * The cost type of a line that was read from a table or document without one. A line without a product is what its
 * words say, else what the supplier's last invoice had, else what the invoice is for, else what a person answers. It
 * is never goods on an invoice whose costs belong to goods of others. `isOpen`: nothing decides, so a person is asked.
 */
export function costTypeOfReadLine(
  line: ReadLine,
  facts: ReadLineFacts,
): { readonly costType: CostCategory; readonly isOpen: boolean } {
  const decided = (costType: CostCategory) => ({ costType, isOpen: false });
  if (facts.costType !== null || line.hasProduct) return decided(costTypeOfNewLine(facts));
  const isForOthers = facts.isPaired || facts.type !== null;
  const words = costTypeOfWords(line.name);
  if (words) return decided(words);
  if (facts.lastCostType !== null && !(isForOthers && facts.lastCostType === 'FACTORY_INVOICE'))
    return decided(facts.lastCostType);
  if (isForOthers || facts.hasGoods) return decided(costTypeOfNewLine(facts));
  return { costType: facts.answer ?? 'FACTORY_INVOICE', isOpen: facts.answer === undefined };
}
