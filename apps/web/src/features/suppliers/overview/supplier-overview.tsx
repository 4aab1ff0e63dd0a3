import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card, KeyValues } from '../../../components/ui/card.tsx';
import { ContactLines } from '../../../components/ui/contact-lines.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { leadTimesInWords, termsInWords } from '../terms/terms-words.ts';
import { Purchases } from './purchases.tsx';
import { SupplierFacts } from './supplier-facts.tsx';
import classes from './overview.module.css';

/** The first tab of a supplier: what was bought from it, how to reach it, and what was agreed with it. */
export function SupplierOverview({ supplier }: { supplier: Supplier }) {
  const t = useT();
  return (
    <div className={classes.overview}>
      <Purchases supplierId={supplier.id} />
      <div className={`stack ${classes.side}`}>
        <Card title={t('suppliers:overview.contact')}>
          <ContactLines of={supplier} none={t('suppliers:overview.contactNone')} />
        </Card>
        <Agreed supplier={supplier} />
        <SupplierFacts supplier={supplier} />
      </div>
    </div>
  );
}

/** Currency, payment terms, lead times, bank details and notes, as far as they are known. */
function Agreed({ supplier }: { supplier: Supplier }) {
  const t = useT();
  const isOrdering = useAccount().settings.isPoAndInventoryEnabled;
  const { currency, paymentTerms, leadTime, leadTimes, shippingMethod, notes } = supplier;
  const times = [
    leadTimesInWords(t, leadTimes),
    leadTime === null ? '' : t('suppliers:overview.leadTime', { days: t('days', { count: leadTime }) }),
  ].filter((words) => words !== '');
  const items: { label: string; value: ReactNode }[] = [
    { label: t('suppliers:field.currency'), value: currency ?? t('suppliers:overview.unknown') },
    {
      label: t('suppliers:overview.terms'),
      value: paymentTerms.length > 0 ? termsInWords(t, paymentTerms) : t('suppliers:overview.unknown'),
    },
  ];
  if (shippingMethod !== null)
    items.push({ label: t('suppliers:field.shippingMethod'), value: t(`shippingMethod.${shippingMethod}`) });
  if (times.length > 0) items.push({ label: t('suppliers:section.leadTimes'), value: times.join(', ') });
  items.push({
    label: t('suppliers:bank.title'),
    value: (
      <Link to={paths.supplier(supplier.id)}>
        {t(supplier.hasBankDetails ? 'suppliers:overview.bankStored' : 'suppliers:overview.bankNone')}
      </Link>
    ),
  });
  if (isOrdering)
    items.push({
      label: t('suppliers:overview.purchaseOrders'),
      value: <Link to={paths.purchaseOrdersOf(supplier.id)}>{t('suppliers:overview.showPurchaseOrders')}</Link>,
    });
  return (
    <Card title={t('suppliers:overview.agreed')}>
      <KeyValues items={items} />
      {notes !== null && <p className={classes.notes}>{notes}</p>}
    </Card>
  );
}
