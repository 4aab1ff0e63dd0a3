import { listCartonTypes } from '@quayside/contracts/shipments/cartons';
import type { Order } from '@quayside/contracts/shipments/orders';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { BulkSteps } from '../../../components/bulk/bulk-steps.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { WholeNumberInput } from '../../../components/form/inputs.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { read } from '../../../lib/api/query-client.ts';
import { PackPreview } from './pack-preview.tsx';
import classes from './packing.module.css';
import { usePacking, usePackPreview } from './use-pack-by-case.ts';

interface PackProps {
  readonly orders: readonly Order[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The dialog that packs what is unpacked of orders in cartons of the case packaging of their products. */
export function PackByCaseDialog({ orders, onClose, onDone }: PackProps) {
  const t = useT();
  const [cases, setCases] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [cartonTypeId, setCartonTypeId] = useState<string | null>(null);
  const packed = useMemo(() => orders.filter((one) => one.unpackedQuantity > 0 && one.can.pack.allowed), [orders]);
  const unknown = useMemo(() => productsWithoutCase(packed), [packed]);
  const isMissing = unknown.some(({ productId }) => !cases.get(productId));
  const blocked =
    packed.length === 0 ? t('shipments:byCase.nothing') : isMissing ? t('shipments:byCase.missing') : undefined;
  return (
    <BulkSteps
      title={t('shipments:byCase.title')}
      request={{
        orders: packed.map(({ orderId, productId }) => {
          const unitsPerCase = cases.get(productId);
          return { orderId, ...(unitsPerCase && { unitsPerCase }) };
        }),
        ...(cartonTypeId !== null && { cartonTypeId }),
      }}
      blocked={blocked}
      preview={usePackPreview()}
      edit={usePacking()}
      words={{
        entities: t('shipments:orders.title').toLowerCase(),
        apply: (count) => t('shipments:byCase.apply', { count, formatted: formatCount(count) }),
        working: t('shipments:byCase.working'),
      }}
      renderPreview={(preview) => (
        <PackPreview
          packing={preview}
          nameOf={namesOf(packed, (one) => orderName(t, one))}
          skipped={orders.length - packed.length}
        />
      )}
      onClose={onClose}
      onDone={onDone}
    >
      <div className="stack">
        <p className="muted">
          {packed.length === 0
            ? t('shipments:byCase.nothing')
            : t('shipments:byCase.body', { count: packed.length, formatted: formatCount(packed.length) })}
        </p>
        {unknown.map(({ productId, sku, productName }) => (
          <div key={productId} className={classes.ask}>
            <span className="muted">{t('shipments:byCase.noCase', { sku, name: productName })}</span>
            <WholeNumberInput
              aria-label={t('shipments:byCase.unitsOf', { sku })}
              placeholder={t('shipments:byCase.units')}
              min={1}
              max={1_000_000}
              value={cases.get(productId) ?? null}
              onChange={(units) => setCases((now) => new Map(now).set(productId, units))}
            />
          </div>
        ))}
        {packed.length > 0 && <TypeChoice value={cartonTypeId} onChange={setCartonTypeId} />}
      </div>
    </BulkSteps>
  );
}

function TypeChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useT();
  const types = useQuery(read('cartons', listCartonTypes, { query: {} })).data ?? [];
  return (
    <Chooser
      label={t('shipments:cartons.type')}
      description={t('shipments:byCase.typeHelp')}
      placeholder={t('shipments:byCase.ownType')}
      data={types.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      clearable
      searchable={types.length > 7}
    />
  );
}

/** The products whose case packaging says nothing of its units, each once. */
const productsWithoutCase = (orders: readonly Order[]) => [
  ...new Map(orders.filter((one) => one.unitsPerCase === null).map((one) => [one.productId, one] as const)).values(),
];

/** Looks up how an order is called by its id. */
function namesOf(orders: readonly Order[], name: (order: Order) => string): (orderId: string) => string {
  const names = new Map(orders.map((one) => [one.orderId, name(one)] as const));
  return (orderId) => names.get(orderId) ?? '';
}
