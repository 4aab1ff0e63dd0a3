import { paths } from '../../lib/paths.ts';
import { LAST_STEP } from '../../lib/kept-state.ts';

/** What the account has already, which decides which steps are done. */
export interface Facts {
  readonly hasName: boolean;
  readonly hasCompany: boolean;
  /** Whether somebody has saved the settings, or stored costs have fixed the currency. */
  readonly hasSettings: boolean;
  readonly suppliers: number;
  readonly products: number;
  readonly invoices: number;
}
type StepKey = 'name' | 'settings' | 'supplier' | 'product' | 'invoice';
export interface Step {
  readonly key: StepKey;
  /** The step, counted from 1, as stored. */
  readonly number: number;
  readonly to: string;
  readonly isDone: boolean;
}

/**
 * The steps of an account (decisions, G-064). Without the management section there is nothing to add. An account with
 * an invoice has finished all steps.
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
 * The current step: the stored one if it is not done, else the first that is not done; one after the last when all are
 * done.
 */
export function stepAt(steps: readonly Step[], kept: number): number {
  const open = steps.filter(({ isDone }) => !isDone);
  return (open.find(({ number }) => number === kept) ?? open[0])?.number ?? LAST_STEP + 1;
}
