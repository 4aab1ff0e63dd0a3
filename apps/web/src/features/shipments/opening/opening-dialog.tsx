import { createOpeningStock, openingRow } from '@quayside/contracts/stock/opening-stock';
import type { Place } from '@quayside/domain/stock/places';
import type { z } from 'zod';
import { DayField } from '../../../components/form/day-field.tsx';
import { MeasureField, SelectField, WholeNumberField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { ProductField } from '../../../components/form/product-field.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { write } from '../../../lib/api/write.ts';
import classes from '../shipments.module.css';
import { placeOptions } from '../place-words.ts';

type Values = { productId: string | null; quantity: string; unitCost: string; day: string; place: Place };
const EMPTY: Values = { productId: null, quantity: '', unitCost: '', day: '', place: 'WAREHOUSE' };

/** The dialog in which a person types opening stock of one product. */
export function OpeningDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const currency = useCurrency();
  const form = useOpeningForm(onClose);
  const title = t('shipments:opening.add');
  return (
    <Dialog title={title} onClose={onClose} size={620}>
      <Form form={form} guard={false} label={title}>
        <ProductField
          {...form.field('productId')}
          label={t('shipments:opening.product')}
          placeholder={t('shipments:opening.chooseProduct')}
          product={null}
          autoFocus
        />
        <div className={classes.fields}>
          <WholeNumberField {...form.field('quantity')} label={t('shipments:opening.units')} min={1} />
          <MeasureField {...form.field('unitCost')} label={t('shipments:opening.unitCost')} unit={currency} />
          <DayField {...form.field('day')} label={t('shipments:opening.day')} />
          <SelectField {...form.field('place')} label={t('shipments:opening.place')} options={placeOptions(t)} />
        </div>
        <p className="muted">{t('shipments:opening.unitCostHelp', { currency })}</p>
        <div className="row from-end">
          <DialogButtons action={title} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}

function useOpeningForm(onClose: () => void) {
  const t = useT();
  const keyFor = useIntentKey();
  const failure = { verb: 'create', entity: t('shipments:opening.entity') } as const;
  return useAppForm<Values, z.ZodType>({
    schema: openingRow,
    initial: EMPTY,
    failure,
    // The call takes many rows, and the form has one.
    placeOf: (path) => path.replace(/^rows\.0\./, ''),
    submit: async (body) => {
      const sent = { rows: [body as z.input<typeof openingRow>] };
      const stored = await call(createOpeningStock, { body: sent, idempotencyKey: keyFor(sent) });
      toast('success', t('shipments:opening.added'), {
        scope: 'global',
        onUndo: () => void write(() => takeBack(stored.operationId), { failure, done: t('shipments:opening.undone') }),
      });
      return stored;
    },
    onSaved: onClose,
  });
}
