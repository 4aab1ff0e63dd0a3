import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { Link } from 'react-router';
import { Card, KeyValues } from '../../../components/ui/card.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatCount, formatInstant, formatRelative } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { invoicesOf, Owed, productsOf } from '../supplier-columns.tsx';

/** How many records use the supplier, what is owed to it, and when it was created and changed. */
export function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const t = useT();
  const { id, invoiceCount, productCount, createdAt, updatedAt } = supplier;
  const currency = useCurrency();
  const counted = (count: number, list: string) =>
    count > 0 ? <Link to={list}>{formatCount(count)}</Link> : formatCount(count);
  return (
    <Card title={t('suppliers:facts.title')}>
      <KeyValues
        items={[
          { label: t('suppliers:facts.invoices'), value: counted(invoiceCount, invoicesOf(id)) },
          { label: t('suppliers:facts.products'), value: counted(productCount, productsOf(id)) },
          {
            label: t('suppliers:facts.owed'),
            value: (
              <Link to={paths.supplier(id, 'statement')}>
                <Owed of={supplier} currency={currency} />
              </Link>
            ),
          },
          {
            label: t('suppliers:facts.added'),
            value: <span title={formatInstant(createdAt)}>{formatRelative(createdAt)}</span>,
          },
          {
            label: t('suppliers:facts.changed'),
            value: <span title={formatInstant(updatedAt)}>{formatRelative(updatedAt)}</span>,
          },
        ]}
      />
    </Card>
  );
}
