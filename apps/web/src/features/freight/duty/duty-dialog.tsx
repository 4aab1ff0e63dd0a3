import { Radio } from '@mantine/core';
import { createDutyRate, type DutyRate, patchDutyRate } from '@quayside/contracts/freight/duty-rates';
import { useState } from 'react';
import type { z } from 'zod';
import { nameOfCountry } from '@quayside/domain/products/countries';
import { CountryField } from '../../../components/form/choice-fields.tsx';
import type { ConflictField } from '../../../components/form/conflict-dialog.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { ProductField, productLabel } from '../../../components/form/product-field.tsx';
import { MeasureField, TextAreaField, TextField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import classes from '../freight.module.css';
import { dotted } from './duty-columns.tsx';

type Values = {
  /** Whether it is the rate of one product, or of an HS code. */
  of: 'product' | 'code';
  productId: string | null;
  hsCode: string;
  country: string | null;
  percent: string;
  validFrom: string;
  validTo: string;
  notes: string;
  version?: number;
};

const valuesOf = (rate: DutyRate | undefined): Values => ({
  of: rate?.product ? 'product' : 'code',
  productId: rate?.product?.id ?? null,
  hsCode: rate?.hsCode ? dotted(rate.hsCode) : '',
  country: rate?.country ?? null,
  percent: rate?.percent ?? '',
  validFrom: rate?.validFrom ?? '',
  validTo: rate?.validTo ?? '',
  notes: rate?.notes ?? '',
  ...(rate && { version: rate.version }),
});

/** The dialog in which a person types or changes a duty rate. */
export function DutyDialog({ rate, onClose }: { rate?: DutyRate; onClose: () => void }) {
  const t = useT();
  const form = useDutyForm(rate, onClose);
  const { of } = form.values;
  const [named, setNamed] = useState<Names>({});
  const theirs = (form.conflict?.current as DutyRate | undefined)?.product;
  const names = { ...namesOf(rate?.product), ...namesOf(theirs), ...named };
  const title = t(rate ? 'freight:duty.form.change' : 'freight:duty.form.add');
  return (
    <Dialog title={title} onClose={onClose} size={620}>
      <Form form={form} guard={false} label={title} conflictFields={conflictFields(t, names)}>
        <Radio.Group
          label={t('freight:duty.form.of')}
          value={of}
          onChange={(next) => form.set('of', next === 'product' ? 'product' : 'code')}
        >
          <div className="row">
            <Radio value="code" data-autofocus={of === 'code' || undefined} label={t('freight:duty.form.ofCode')} />
            <Radio
              value="product"
              data-autofocus={of === 'product' || undefined}
              label={t('freight:duty.form.ofProduct')}
            />
          </div>
        </Radio.Group>
        <div className={classes.fields}>
          {of === 'product' ? (
            <ProductField
              {...form.field('productId')}
              label={t('freight:field.product')}
              placeholder={t('freight:duty.form.chooseProduct')}
              product={rate?.product ?? null}
              onNamed={(id, label) => setNamed((before) => ({ ...before, [id]: label }))}
            />
          ) : (
            <TextField {...form.field('hsCode')} label={t('freight:field.hsCode')} maxLength={40} />
          )}
          <CountryField {...form.field('country')} label={t('freight:duty.column.country')} openOnFocus={false} />
          <MeasureField {...form.field('percent')} label={t('freight:field.percent')} unit="%" />
          <DayField {...form.field('validFrom')} label={t('freight:field.validFrom')} optional />
          <DayField {...form.field('validTo')} label={t('freight:field.validTo')} optional />
        </div>
        <TextAreaField {...form.field('notes')} label={t('freight:field.notes')} rows={2} maxLength={2000} optional />
        <div className="row from-end">
          <DialogButtons
            action={t(rate ? 'saveChanges' : 'freight:duty.add')}
            onCancel={onClose}
            isBusy={form.isSaving}
            submit
          />
        </div>
      </Form>
    </Dialog>
  );
}

function useDutyForm(rate: DutyRate | undefined, onClose: () => void) {
  const t = useT();
  const keyFor = useIntentKey();
  return useAppForm<Values, z.ZodType>({
    schema: rate ? patchDutyRate.body : createDutyRate.body,
    initial: valuesOf(rate),
    local: ['of'],
    // Which of the two is needed is not said by the schema.
    check: ({ of, productId, hsCode }) => ({
      ...(of === 'product' && productId === null && { productId: t('freight:duty.form.needsTarget') }),
      ...(of === 'code' && hsCode.trim() === '' && { hsCode: t('freight:duty.form.needsTarget') }),
    }),
    failure: { verb: rate ? 'update' : 'create', entity: t('freight:duty.entity') },
    submit: async (body, { of, productId, hsCode }) => {
      const sent = {
        ...(body as object),
        productId: of === 'product' ? productId : null,
        hsCode: of === 'code' ? hsCode : null,
      };
      const stored = rate
        ? await call(patchDutyRate, { params: { id: rate.id }, body: sent })
        : await call(createDutyRate, { body: sent as never, idempotencyKey: keyFor(sent) });
      toast('success', t('freight:duty.form.saved'), { scope: 'global' });
      return stored;
    },
    onSaved: onClose,
  });
}

/** All fields of the form, so that nothing that somebody else has changed is overwritten unseen. */
const FIELDS = ['of', 'productId', 'hsCode', 'country', 'percent', 'validFrom', 'validTo', 'notes'] as const;

/** The labels of products by their ids. */
type Names = Readonly<Record<string, string>>;
const namesOf = (product: DutyRate['product'] | undefined): Names =>
  product ? { [product.id]: productLabel(product) } : {};

const conflictFields = (t: T, names: Names): ConflictField[] =>
  FIELDS.map((name) => ({
    name,
    label: labelOf(t, name),
    stored: (row) => valuesOf(row as unknown as DutyRate)[name],
    format: (value) => (name === 'productId' ? (names[String(value)] ?? '') : wordsOf(t, name, String(value))),
  }));

function labelOf(t: T, name: (typeof FIELDS)[number]): string {
  if (name === 'of') return t('freight:duty.form.of');
  if (name === 'country') return t('freight:duty.column.country');
  return t(`freight:field.${name === 'productId' ? 'product' : name}`);
}

function wordsOf(t: T, name: (typeof FIELDS)[number], value: string): string {
  if (name === 'of') return t(value === 'product' ? 'freight:duty.form.ofProduct' : 'freight:duty.form.ofCode');
  if (name === 'country') return nameOfCountry(value);
  return name === 'validFrom' || name === 'validTo' ? formatDay(value) : value;
}
