import type { T } from '../../../i18n/i18n.ts';
import type { productEdits } from './product-edits.ts';

/** What the columns of the products' table need to know. */
export interface ColumnOptions {
  readonly t: T;
  readonly currency: string;
  /** Opens the explanation of a unit cost; without it the figure is only shown. */
  readonly onExplain: ((productId: string) => void) | undefined;
  readonly edits: ReturnType<typeof productEdits>;
}
