import { paths } from '../../lib/paths.ts';
import { LAST_STEP } from '../../lib/kept/kept-state.ts';

/** The facts about an account that decide which steps are done. */
export interface Facts {
  readonly hasName: boolean;
  readonly hasCompany: boolean;
  /**
   * Whether somebody has saved the settings. Also true when the currency can no longer be changed, because costs are
   * stored.
   */
  readonly hasSettings: boolean;
  readonly suppliers: number;
  readonly products: number;
  readonly invoices: number;
}
type StepKey = 'name' | 'settings' | 'supplier' | 'product' | 'invoice';
export interface Step {
  readonly key: StepKey;
  /** The number of the step, counted from 1. This browser stores the number of the current step. */
  readonly number: number;
  readonly to: string;
  readonly isDone: boolean;
}

/**
 * The steps of an account (G-064 in the decisions). Without the management section, there are only two steps. If the
 * account has an invoice, all steps count as done.
 */
export function stepsOf(facts: Facts, hasManagement: boolean): readonly Step[] {
  const isThrough = facts.invoices > 0;
  const own: Step[] = [
    {
      key: 'name',
      number: 1,
      to: facts.hasName ? paths.profile('company') : paths.profile(),
      isDone: isThrough || (facts.hasName && facts.hasCompany),
    },
    { key: 'settings', number: 2, to: paths.accountSettings(), isDone: isThrough || facts.hasSettings },
  ];
  if (!hasManagement) return own;
  return [
    ...own,
    { key: 'supplier', number: 3, to: paths.supplierAdd(), isDone: isThrough || facts.suppliers > 0 },
    { key: 'product', number: 4, to: paths.productAdd(), isDone: isThrough || facts.products > 0 },
    { key: 'invoice', number: LAST_STEP, to: paths.invoiceAdd(), isDone: isThrough },
  ];
}

/**
 * The number of the current step: the stored step (`kept`) if it is not done, otherwise the first step that is not
 * done. If all steps are done, the number is one higher than that of the last step.
 */
export function stepAt(steps: readonly Step[], kept: number): number {
  const open = steps.filter(({ isDone }) => !isDone);
  return (open.find(({ number }) => number === kept) ?? open[0])?.number ?? LAST_STEP + 1;
}
