import { useMemo } from 'react';
import type { PageTab } from '../../components/ui/page-frame.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/session/account.ts';
import { MANAGEMENT, PURCHASE_ORDERS } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { isOffered } from '../route-decision.ts';

const TABS = [
  { label: 'invoices:title', to: paths.invoices(), need: MANAGEMENT },
  { label: 'purchasing:title', to: paths.purchaseOrders(), need: PURCHASE_ORDERS },
  { label: 'documents:title', to: paths.documents(), need: MANAGEMENT },
] as const;

/** The tabs that link the lists of invoices, purchase orders and documents. */
export function usePurchasingTabs(): readonly PageTab[] {
  const t = useT();
  const { caller } = useAccount();
  return useMemo(
    () => TABS.filter(({ need }) => isOffered(need, caller)).map(({ label, to }) => ({ label: t(label), to })),
    [t, caller],
  );
}
