import { invoiceTotals } from '@quayside/contracts/invoices/invoices';
import { productTotals } from '@quayside/contracts/products/product-lists';
import { supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccount } from '../../lib/session/account.ts';
import { read } from '../../lib/api/query-client.ts';
import { app, setOnboarding, useAppState } from '../../lib/kept/kept-state.ts';
import { type Step, stepAt, stepsOf } from './steps.ts';

export interface Onboarding {
  readonly steps: readonly Step[];
  readonly at: number;
  readonly doneCount: number;
  readonly isDone: boolean;
}

/**
 * How far the account has got with the first steps, computed from its data. `onboarding` is undefined until that data
 * is loaded, and `error` is set when it cannot be loaded.
 */
export function useOnboarding(): { onboarding: Onboarding | undefined; error: unknown; retry: () => void } {
  const { me, settings } = useAccount();
  const kept = useAppState((state) => state.onboarding.step);
  const hasManagement = settings.isManagementSectionEnabled;
  const invoices = useQuery({ ...read('invoices', invoiceTotals, {}), enabled: hasManagement });
  // If the account has an invoice, all steps count as done. Suppliers and products are therefore counted only when it
  // has none.
  const isCounting = hasManagement && invoices.data?.count === 0;
  const suppliers = useQuery({ ...read('suppliers', supplierTotals, {}), enabled: isCounting });
  const products = useQuery({ ...read('products', productTotals, {}), enabled: isCounting });
  const failed = [invoices, suppliers, products].find(({ isError }) => isError);
  const isReady =
    !hasManagement ||
    (invoices.data !== undefined && (!isCounting || (suppliers.data !== undefined && products.data !== undefined)));

  const steps = stepsOf(
    {
      hasName: `${me.firstName}${me.lastName}`.trim() !== '',
      hasCompany: (me.company ?? '').trim() !== '',
      hasSettings: settings.version > 1 || !settings.canChangeCurrency,
      suppliers: suppliers.data?.count ?? 0,
      products: products.data?.count ?? 0,
      invoices: invoices.data?.count ?? 0,
    },
    hasManagement,
  );
  const at = stepAt(steps, kept);
  useEffect(() => {
    if (isReady && app.get().onboarding.step !== at) setOnboarding({ step: at });
  }, [isReady, at]);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return {
    onboarding: isReady ? { steps, at, doneCount, isDone: doneCount === steps.length } : undefined,
    error: isReady ? undefined : failed?.error,
    retry: () => void failed?.refetch(),
  };
}
