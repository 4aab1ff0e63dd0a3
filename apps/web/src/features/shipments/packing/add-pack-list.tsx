import type { Order } from '@quayside/contracts/shipments/orders';
import { createPackList } from '@quayside/contracts/shipments/pack-lists';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { DayField } from '../../../components/form/day-field.tsx';
import { SelectField, WholeNumberField } from '../../../components/form/fields.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { RefusalNote } from '../../../components/ui/refusal-note.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { openPlansQuery } from '../api.ts';
import { planLabel } from '../plan-label.ts';
import classes from './packing.module.css';

type Values = { quantity: number | null; estimatedReadyDate: string; shipmentPlanId: string | null };
const proposed = (rest: number): number | null => (rest > 0 ? rest : null);

interface AddProps {
  readonly order: Pick<Order, 'orderId' | 'unpackedQuantity'>;
  /** Called when the last unit was packed from here, because the form is then gone. */
  readonly onPacked: () => void;
}

/** Packs a part of an order. All that is left is proposed; Enter adds the pack list and asks for the next one. */
export function AddPackList({ order: { orderId, unpackedQuantity }, onPacked }: AddProps) {
  const t = useT();
  const keyFor = useIntentKey();
  const [added, setAdded] = useState(0);
  // What is left after the parts that were just packed: the order says so only once it has been loaded again.
  const left = useRef(unpackedQuantity);
  useEffect(() => void (left.current = unpackedQuantity), [unpackedQuantity]);
  const plans = useQuery(openPlansQuery()).data ?? [];
  // Day and plan are proposed again, because the parts of an order often share them.
  const [shared, setShared] = useState<Omit<Values, 'quantity'>>({ estimatedReadyDate: '', shipmentPlanId: null });
  const form = useAppForm<Values, z.ZodType>({
    schema: createPackList.body,
    initial: { quantity: proposed(unpackedQuantity), ...shared },
    // What is left changes when somebody else packs. An amount that was typed stays.
    rowVersion: unpackedQuantity,
    check: ({ quantity }) => (quantity === null ? { quantity: t('validation.required') } : {}),
    failure: { verb: 'create', entity: t('shipments:packing.entity') },
    submit: async (_, { quantity, estimatedReadyDate, shipmentPlanId }) => {
      const units = quantity ?? 0;
      const body = { quantity: units, estimatedReadyDate: estimatedReadyDate || null, shipmentPlanId };
      const made = await call(createPackList, {
        params: { orderId },
        body,
        // The same part can be packed twice, so the key also says of what.
        idempotencyKey: keyFor([orderId, left.current, body]),
      });
      const values = { number: made.number, count: units, formatted: formatCount(units) };
      toast('success', t('shipments:packing.added', values));
      const rest = left.current - units;
      left.current = rest;
      setShared({ estimatedReadyDate, shipmentPlanId });
      form.rebase({ quantity: proposed(rest), estimatedReadyDate, shipmentPlanId });
      if (rest <= 0) onPacked();
    },
    onSaved: () => setAdded((count) => count + 1),
  });
  const { formRef } = form;
  // The next digits replace the new proposal, which the field shows only after it has rendered.
  useEffect(() => {
    if (added === 0) return;
    const frame = requestAnimationFrame(() => formRef.current?.querySelector('input')?.select());
    return () => cancelAnimationFrame(frame);
  }, [added, formRef]);
  const values = { count: unpackedQuantity, formatted: formatCount(unpackedQuantity) };
  return (
    // Not the form of the kit, because Ctrl S saves what is noted of the order.
    <form
      ref={form.formRef}
      className="stack"
      data-gap="10"
      noValidate
      aria-label={t('shipments:packing.add')}
      onSubmit={form.onSubmit}
    >
      {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
      <div className={classes.addFields}>
        <WholeNumberField
          {...form.field('quantity')}
          label={t('shipments:units')}
          help={t('shipments:packing.left', values)}
        />
        <DayField {...form.field('estimatedReadyDate')} label={t('shipments:packing.ready')} optional />
        {plans.length > 0 && (
          <SelectField
            {...form.field('shipmentPlanId')}
            label={t('shipments:plan')}
            options={plans.map((plan) => ({ value: plan.id, label: planLabel(plan) }))}
            openOnFocus={false}
            optional
          />
        )}
      </div>
      <div className="row">
        <ActionButton type="submit" icon={IconPlus} loading={form.isSaving} keys="↵">
          {t('shipments:packing.add')}
        </ActionButton>
        {form.values.quantity !== unpackedQuantity && (
          <button type="button" className="text-button" onClick={() => form.set('quantity', unpackedQuantity)}>
            {t('shipments:packing.putRest', values)}
          </button>
        )}
      </div>
    </form>
  );
}
