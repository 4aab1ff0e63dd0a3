import { todayIn } from '@quayside/domain/days/days';
import type { ReactNode } from 'react';
import { currencyOptions, useCountryOptions } from '../../../../components/form/choice-fields.tsx';
import { Chooser } from '../../../../components/form/chooser.tsx';
import { CheckInput, TextAreaInput, TextInput } from '../../../../components/form/inputs.tsx';
import { useNewSupplier } from '../../../../components/form/new-supplier.tsx';
import { RateInput } from '../../../../components/form/rate-input.tsx';
import { ReadValue } from '../../../../components/form/read-value.tsx';
import { ShippingMethodInput } from '../../../../components/form/shipping-method-input.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { groupDigits, langOf } from '../../../../lib/words/format.ts';
import { supplierOption, useSuppliers } from '../../../../lib/supplier-options.ts';
import { useTimeZone } from '../../../../lib/session/account.ts';
import { typedField } from '../../../../lib/editing/undo-keys.ts';
import { plainFigure, type PlanChoice, type PlanField, type PlanText } from '../editor/plan-draft.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';
import classes from '../plans.module.css';

/** The props that all fields share. A read-only field is rendered as text. */
interface BoundProps {
  readonly isReadOnly: boolean;
}
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Returns handlers that inform the editor when a field gets or loses the focus, or is undone. */
function useBound(field: PlanField) {
  const editor = usePlanEditor();
  return typedField({
    start: () => editor.startHeader(field),
    leave: () => editor.leaveHeader(field),
    undo: () => editor.undoHeader(field),
  });
}
const useError = (field: PlanField) => usePlan((state) => state.header.errors[field]);

interface TextProps extends BoundProps {
  readonly field: PlanText;
  readonly maxLength: number;
  readonly rows?: number;
}

/** A field with text; with `rows`, of several lines. */
export function PlanTextField({ field, maxLength, rows, isReadOnly }: TextProps) {
  const t = useT();
  const editor = usePlanEditor();
  const typed = usePlan((state) => state.header.draft[field]);
  const stored = usePlan((state) => state.record[field]);
  const error = useError(field);
  const bound = useBound(field);
  const label = t(`shipments:plans.field.${field}`);
  const text = typed ?? stored ?? '';
  if (isReadOnly)
    return (
      <ReadValue label={label}>
        {stored && (
          <span className={classes.lines} lang={langOf(stored)}>
            {stored}
          </span>
        )}
      </ReadValue>
    );
  const props = {
    label,
    error,
    value: text,
    maxLength,
    lang: langOf(text),
    onChange: (next: string) => editor.setHeader(field, next),
    ...bound,
  };
  return rows === undefined ? <TextInput {...props} /> : <TextAreaInput {...props} rows={rows} autosize />;
}

interface ChoiceProps extends BoundProps {
  readonly field: PlanChoice;
  readonly options: readonly Option[];
  readonly searchable?: boolean;
  readonly clearable?: boolean;
}

/** A field with a choice from a list that the server gives. */
export function PlanChoiceField({ field, options, isReadOnly, searchable = false, clearable = true }: ChoiceProps) {
  const t = useT();
  const editor = usePlanEditor();
  const value = usePlan(({ header: { draft }, record: plan }) =>
    draft[field] === undefined ? plan[field] : draft[field],
  );
  const error = useError(field);
  const label = t(`shipments:plans.field.${field}`);
  if (isReadOnly)
    return <ReadValue label={label}>{options.find((option) => option.value === value)?.label ?? value}</ReadValue>;
  return (
    <Chooser
      label={label}
      error={error}
      data={[...options]}
      searchable={searchable}
      clearable={clearable}
      value={value ?? null}
      onChange={(next) => (next !== null || clearable) && editor.setHeader(field, next, 0)}
    />
  );
}

/** A country of ISO 3166: of the origin, or of the destination. */
export const PlanCountryField = ({ field, isReadOnly }: BoundProps & { field: 'fromCountry' | 'country' }) => (
  <PlanChoiceField field={field} options={useCountryOptions()} searchable isReadOnly={isReadOnly} />
);

/** How the goods travel. */
export function PlanMethodField({ isReadOnly }: BoundProps) {
  const t = useT();
  const editor = usePlanEditor();
  const value = usePlan(({ header: { draft }, record: plan }) =>
    draft.shippingMethod === undefined ? plan.shippingMethod : draft.shippingMethod,
  );
  return (
    <ShippingMethodInput
      label={t('shipments:shippingMethod')}
      value={value as 'AIR' | 'SEA' | 'LAND' | null}
      isReadOnly={isReadOnly}
      onChange={(method) => editor.setHeader('shippingMethod', method, 0)}
    />
  );
}

/** The forwarder or carrier, one of the suppliers. A name that is not among them can be created. */
export function CarrierField({ isReadOnly }: BoundProps) {
  const t = useT();
  const editor = usePlanEditor();
  const stored = usePlan(({ record }) => record.carrierContact);
  const typed = usePlan(({ header: { draft } }) => draft.carrierContactId);
  const error = useError('carrierContactId');
  const suppliers = useSuppliers(!isReadOnly).data ?? [];
  const { create, dialog } = useNewSupplier(({ id }) => editor.setHeader('carrierContactId', id, 0));
  const label = t('shipments:plans.field.carrierContactId');
  if (isReadOnly) return <ReadValue label={label}>{stored?.companyName}</ReadValue>;
  const known = suppliers.map(supplierOption);
  const options =
    stored === null || known.some(({ value }) => value === stored.id)
      ? known
      : [{ value: stored.id, label: stored.companyName }, ...known];
  return (
    <>
      <Chooser
        label={label}
        error={error}
        searchable
        clearable
        create={create}
        data={options}
        placeholder={t('shipments:plans.chooseCarrier')}
        value={typed === undefined ? (stored?.id ?? null) : typed}
        onChange={(id) => editor.setHeader('carrierContactId', id, 0)}
      />
      {dialog}
    </>
  );
}

/** The typed rate for a kilogram of chargeable weight, or the estimate for the container. */
export function ChargeField({ isReadOnly }: BoundProps) {
  const t = useT();
  const editor = usePlanEditor();
  const typed = usePlan(({ header: { draft } }) => draft.charge);
  const stored = usePlan(({ record }) => record.shippingRateOrContainerEstimate);
  const calculateBy = usePlan(({ header: { draft }, record: plan }) =>
    draft.calculateBy === undefined ? plan.calculateBy : draft.calculateBy,
  );
  const currency = usePlan(({ header: { draft }, record: plan }) => draft.currency ?? plan.currency);
  const error = useError('charge');
  const bound = useBound('charge');
  const words = { currency };
  const label =
    calculateBy === 'CONTAINER_ESTIMATE'
      ? t('shipments:plans.charge.estimate', words)
      : t('shipments:plans.charge.rate', words);
  const figure = plainFigure(stored ?? '');
  if (isReadOnly)
    return <ReadValue label={label}>{stored && <span className="num">{groupDigits(figure)}</span>}</ReadValue>;
  return (
    <TextInput
      label={label}
      className="num"
      inputMode="decimal"
      error={error}
      disabled={calculateBy === null}
      description={calculateBy === null ? t('shipments:plans.charge.first') : undefined}
      value={typed ?? figure}
      onChange={(next) => editor.setHeader('charge', next)}
      {...bound}
    />
  );
}

/** The currency of the rate or the estimate. */
export const PlanCurrencyField = ({ isReadOnly }: BoundProps) => (
  <PlanChoiceField field="currency" options={currencyOptions} searchable clearable={false} isReadOnly={isReadOnly} />
);

/** The exchange rate of an estimate in a foreign currency. */
export function PlanRateField({ isReadOnly }: BoundProps) {
  const editor = usePlanEditor();
  const { currency, accountCurrency, rate } = usePlan(({ record }) => record);
  const draft = usePlan((state) => state.header.draft.rate);
  const typedCurrency = usePlan((state) => state.header.draft.currency);
  const error = useError('rate');
  const today = todayIn(Date.now(), useTimeZone());
  return (
    <RateInput
      currency={typedCurrency ?? currency}
      accountCurrency={accountCurrency}
      rate={rate}
      draft={draft}
      on={typedCurrency ? null : today}
      error={error}
      isReadOnly={isReadOnly}
      onChange={(next, ms) => editor.setHeader('rate', next, ms)}
      {...useBound('rate')}
    />
  );
}

/** Whether the goods are hazardous, which forwarders must know. */
export function HazardousField({ isReadOnly }: BoundProps): ReactNode {
  const t = useT();
  const editor = usePlanEditor();
  const isHazardous = usePlan(({ header: { draft }, record: plan }) => draft.isHazardousGoods ?? plan.isHazardousGoods);
  const label = t('shipments:plans.field.isHazardousGoods');
  if (isReadOnly) return <ReadValue label={label}>{t(isHazardous ? 'yes' : 'no')}</ReadValue>;
  return (
    <CheckInput
      className={classes.check ?? ''}
      label={label}
      checked={isHazardous}
      onChange={(next) => editor.setHeader('isHazardousGoods', next, 0)}
    />
  );
}
