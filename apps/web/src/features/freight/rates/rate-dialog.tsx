import {
  createFreightRate,
  type FreightRate,
  FULL_CONTAINERS,
  patchFreightRate,
} from '@quayside/contracts/freight/freight-rates';
import { CONTAINERS } from '@quayside/domain/shipments/containers';
import {
  DIVISOR_UNITS,
  FREIGHT_LEVELS,
  FREIGHT_MODES,
  FREIGHT_UNITS,
  SIDE_ROUNDINGS,
} from '@quayside/domain/shipments/option-lists';
import type { z } from 'zod';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { CountryField, CurrencyField } from '../../../components/form/choice-fields.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import {
  MeasureField,
  SelectField,
  TextAreaField,
  TextField,
  WholeNumberField,
} from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import type { ChooserExtras } from '../../../components/form/use-chooser.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { supplierOption, useSuppliers } from '../../../lib/supplier-options.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import classes from '../freight.module.css';
import { NumberRows } from './number-rows.tsx';
import { rateConflictFields } from './rate-conflict.ts';
import {
  breaksOfPairs,
  emptied,
  feesOfPairs,
  pairsOfBreaks,
  pairsOfFees,
  type RateValues,
  valuesOf,
} from './rate-values.ts';
import { densityWords } from './rate-words.ts';

/** The dialog in which a person types or changes a freight rate. */
export function RateDialog({ rate, onClose }: { rate?: FreightRate; onClose: () => void }) {
  const t = useT();
  const form = useRateForm(rate, onClose);
  const title = rate ? t('freight:rates.form.change', { name: rate.name }) : t('freight:rates.form.add');
  const { create, dialog } = useNewSupplier(({ id }) => form.set('forwarderId', id));
  const forwarders = useForwarders(rate);
  return (
    <Dialog title={title} onClose={onClose} size={760}>
      <Form form={form} guard={false} label={title} conflictFields={rateConflictFields(t, forwarders)}>
        <Basics form={form} forwarders={forwarders} isNew={!rate} create={create} />
        <Prices form={form} />
        <Conditions form={form} />
        <TextAreaField {...form.field('notes')} label={t('freight:field.notes')} rows={2} maxLength={2000} optional />
        <div className="row from-end">
          <DialogButtons
            action={rate ? t('saveChanges') : t('freight:rates.add')}
            onCancel={onClose}
            isBusy={form.isSaving}
            submit
          />
        </div>
      </Form>
      {dialog}
    </Dialog>
  );
}

function useRateForm(rate: FreightRate | undefined, onClose: () => void) {
  const t = useT();
  const keyFor = useIntentKey();
  const currency = useCurrency();
  return useAppForm<RateValues, z.ZodType>({
    schema: rate ? patchFreightRate.body : createFreightRate.body,
    initial: valuesOf(rate, currency),
    failure: { verb: rate ? 'update' : 'create', entity: t('freight:rates.entity') },
    submit: async (body, values) => {
      const sent = { ...(body as object), ...emptied(values) };
      const stored = rate
        ? await call(patchFreightRate, { params: { id: rate.id }, body: sent })
        : await call(createFreightRate, { body: sent as never, idempotencyKey: keyFor(sent) });
      toast('success', t('freight:rates.form.saved', { name: stored.name }), { scope: 'global' });
      return stored;
    },
    onSaved: onClose,
  });
}

type Part = { readonly form: AppForm<RateValues> };

/** The suppliers to choose from, with the stored one, which may be archived. */
function useForwarders(rate: FreightRate | undefined) {
  const suppliers = (useSuppliers().data ?? []).map(supplierOption);
  const stored = rate?.forwarder;
  return stored && !suppliers.some(({ value }) => value === stored.id)
    ? [{ value: stored.id, label: stored.name }, ...suppliers]
    : suppliers;
}

interface BasicsProps extends Part {
  readonly forwarders: ReturnType<typeof useForwarders>;
  readonly isNew: boolean;
  readonly create: ChooserExtras['create'];
}
function Basics({ form, forwarders, isNew, create }: BasicsProps) {
  const t = useT();
  return (
    <div className={classes.fields}>
      <TextField {...form.field('name')} label={t('freight:field.name')} maxLength={200} autoFocus={isNew} />
      <SelectField
        {...form.field('forwarderId')}
        label={t('freight:field.forwarder')}
        placeholder={t('freight:rates.form.chooseForwarder')}
        options={forwarders}
        create={create}
        searchable
        optional
      />
      <SelectField
        {...form.field('mode')}
        label={t('freight:field.mode')}
        options={FREIGHT_MODES.map((value) => ({ value, label: t(`freight:rates.mode.${value}`) }))}
        openOnFocus={false}
      />
      <CountryField
        {...form.field('fromCountry')}
        label={t('freight:field.fromCountry')}
        placeholder={t('freight:rates.form.anywhere')}
        optional
      />
      <CountryField
        {...form.field('toCountry')}
        label={t('freight:field.toCountry')}
        placeholder={t('freight:rates.form.anywhere')}
        optional
      />
      <WholeNumberField {...form.field('transitDays')} label={t('freight:field.transitDays')} max={365} optional />
      <DayField {...form.field('validFrom')} label={t('freight:field.validFrom')} optional />
      <DayField {...form.field('validTo')} label={t('freight:field.validTo')} optional />
    </div>
  );
}

function Prices({ form }: Part) {
  const t = useT();
  const { unit, currency, breaks } = form.values;
  return (
    <>
      <div className={classes.fields}>
        <CurrencyField {...form.field('currency')} label={t('freight:field.currency')} />
        <SelectField
          {...form.field('unit')}
          label={t('freight:field.unit')}
          options={FREIGHT_UNITS.map((value) => ({ value, label: t(`freight:rates.unit.${value}`) }))}
          openOnFocus={false}
        />
        {unit === 'CONTAINER' && (
          <SelectField
            {...form.field('containerType')}
            label={t('freight:field.containerType')}
            options={FULL_CONTAINERS.map((value) => ({ value, label: CONTAINERS[value].name }))}
            openOnFocus={false}
          />
        )}
        <AmountField
          {...form.field('leastCharge')}
          label={t('freight:field.leastCharge')}
          help={t('freight:rates.form.leastHelp')}
          currency={currency}
          optional
        />
      </div>
      <NumberRows
        title={t('freight:field.breaks')}
        help={`${t('freight:rates.form.breakHelp')} ${t('freight:rates.form.pasteHelp')}`}
        heads={[
          `${t('freight:rates.form.from')} ${unit === null ? '' : t(`freight:rates.unitSymbol.${unit}`)}`.trim(),
          `${t('freight:rates.form.price')} ${currency}`.trim(),
        ]}
        rows={pairsOfBreaks(breaks)}
        numeric={[true, true]}
        least={1}
        labelOf={(row, cell) =>
          t(cell === 0 ? 'freight:rates.form.breakFrom' : 'freight:rates.form.breakPrice', { number: row + 1 })
        }
        errorOf={(row, cell) => form.errorAt(`breaks.${row}.${cell === 0 ? 'from' : 'price'}`)}
        problem={form.errorAt('breaks')}
        addWords={t('freight:rates.form.addBreak')}
        removeWords={(row) => t('freight:rates.form.removeBreak', { number: row + 1 })}
        onChange={(pairs) => form.set('breaks', breaksOfPairs(pairs))}
      />
      <NumberRows
        title={t('freight:field.fees')}
        heads={[t('freight:field.name'), currency]}
        rows={pairsOfFees(form.values.fees)}
        numeric={[false, true]}
        least={0}
        labelOf={(row, cell) =>
          t(cell === 0 ? 'freight:rates.form.feeName' : 'freight:rates.form.feeAmount', { number: row + 1 })
        }
        errorOf={(row, cell) => form.errorAt(`fees.${row}.${cell === 0 ? 'name' : 'amount'}`)}
        problem={form.errorAt('fees')}
        addWords={t('freight:rates.form.addFee')}
        removeWords={(row) => t('freight:rates.form.removeFee', { number: row + 1 })}
        onChange={(pairs) => form.set('fees', feesOfPairs(pairs))}
      />
    </>
  );
}

/** How what is charged is worked out. A rate by container counts containers, so most of it says nothing there. */
function Conditions({ form }: Part) {
  const t = useT();
  const { unit, mode, sideRounding } = form.values;
  if (unit === 'CONTAINER') return null;
  return (
    <div className={classes.fields}>
      <MeasureField
        {...form.field('divisor')}
        label={t('freight:field.divisor')}
        {...(mode !== null && { help: t('freight:rates.ofMode', { value: densityWords(mode) }) })}
        optional
      />
      <SelectField
        {...form.field('divisorUnit')}
        label={t('freight:field.divisorUnit')}
        options={DIVISOR_UNITS.map((value) => ({ value, label: t(`freight:rates.divisorUnit.${value}`) }))}
        openOnFocus={false}
      />
      <MeasureField
        {...form.field('minimum')}
        label={t('freight:field.minimum')}
        help={t('freight:rates.form.minimumHelp')}
        optional
      />
      <MeasureField
        {...form.field('step')}
        label={t('freight:field.step')}
        help={t('freight:rates.form.stepHelp')}
        optional
      />
      <SelectField
        {...form.field('level')}
        label={t('freight:field.level')}
        options={FREIGHT_LEVELS.map((value) => ({ value, label: t(`freight:rates.level.${value}`) }))}
        openOnFocus={false}
      />
      <SelectField
        {...form.field('sideRounding')}
        label={t('freight:field.sideRounding')}
        options={SIDE_ROUNDINGS.map((value) => ({ value, label: t(`freight:rates.sideRounding.${value}`) }))}
        openOnFocus={false}
      />
      {sideRounding !== 'NONE' && (
        <SelectField
          {...form.field('sideUnit')}
          label={t('freight:field.sideUnit')}
          options={(['CM', 'IN'] as const).map((value) => ({ value, label: t(`freight:rates.sideUnit.${value}`) }))}
          openOnFocus={false}
        />
      )}
    </div>
  );
}
