import type { T } from '../../../i18n/i18n.ts';
import type { productEdits } from './product-edits.ts';

/** Options for the columns of the product list. */
export interface ColumnOptions {
  readonly t: T;
  readonly currency: string;
  /** Opens the explanation of a unit cost. If it is undefined, unit costs are plain text. */
  readonly onExplain: ((productId: string) => void) | undefined;
  readonly edits: ReturnType<typeof productEdits>;
}
