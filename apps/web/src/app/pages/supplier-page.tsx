import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { SupplierDetailsPage, type SupplierSlots } from '../../features/suppliers/supplier-details.page.tsx';
import { lazyPart } from '../../lib/page/load-part.ts';

const SupplierStatementTab = lazyPart(() =>
  import('../../features/payments/statement/statement-tab.tsx').then((m) => m.StatementTab),
);

const slots: SupplierSlots = {
  statement: ({ supplier }) => (
    <Suspense fallback={<Skeleton height={240} radius={10} />}>
      <SupplierStatementTab supplierId={supplier.id} />
    </Suspense>
  ),
};

/** The page of one supplier with its statement, which is joined here: features do not import each other. */
export function SupplierPage() {
  return <SupplierDetailsPage {...slots} />;
}
