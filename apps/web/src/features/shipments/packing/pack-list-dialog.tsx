import { patchPackList, type PackList } from '@quayside/contracts/shipments/pack-lists';
import type { z } from 'zod';
import { DayField } from '../../../components/form/day-field.tsx';
import { WholeNumberField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { toast } from '../../../lib/toasts/toasts.ts';

interface DialogProps {
  readonly packList: PackList;
  /** The units of the order that are in no pack list. */
  readonly unpacked: number;
  readonly onClose: () => void;
}
type Values = { quantity: number | null; estimatedReadyDate: string; version: number };

/** The dialog that changes the units and the ready day of a pack list. */
export function PackListDialog({ packList, unpacked, onClose }: DialogProps) {
  const t = useT();
  const { packListId, orderId, number, quantity, cartonCount } = packList;
  const form = useAppForm<Values, z.ZodType>({
    schema: patchPackList.body,
    initial: { quantity, estimatedReadyDate: packList.estimatedReadyDate ?? '', version: packList.version },
    check: (values) => (values.quantity === null ? { quantity: t('validation.required') } : {}),
    failure: { verb: 'update', entity: t('shipments:packing.entity') },
    submit: async (_, values) => {
      const stored = await call(patchPackList, {
        params: { orderId, packListId },
        body: {
          ...(values.quantity !== null && { quantity: values.quantity }),
          estimatedReadyDate: values.estimatedReadyDate || null,
          version: values.version,
        },
      });
      toast('success', t('shipments:packing.saved', { number }));
      return stored;
    },
    onSaved: onClose,
  });
  const most = quantity + unpacked;
  const title = t('shipments:packing.change', { number });
  return (
    <Dialog title={title} size={440} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        label={title}
        conflictFields={[
          { name: 'quantity', label: t('shipments:units'), format: (value) => formatCount(Number(value)) },
          {
            name: 'estimatedReadyDate',
            label: t('shipments:packing.ready'),
            format: (value) => formatDay(String(value)),
          },
        ]}
      >
        <WholeNumberField
          {...form.field('quantity')}
          label={t('shipments:units')}
          help={
            cartonCount === null
              ? t('shipments:packing.atMost', { count: most, formatted: formatCount(most) })
              : t('shipments:packing.inCartons', { count: cartonCount, formatted: formatCount(cartonCount) })
          }
          autoFocus
        />
        <DayField {...form.field('estimatedReadyDate')} label={t('shipments:packing.ready')} optional />
        <div className="row from-end">
          <DialogButtons action={t('saveChanges')} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}
