import { Autocomplete, NumberInput, Select } from '@mantine/core';
import type { PaymentTerm } from '@quayside/contracts/suppliers/suppliers';
import { MAX_DUE_DAYS } from '@quayside/domain/payables/due-events';
import { leftOf, percentText, TERM_EVENTS } from '@quayside/domain/suppliers/terms';
import { IconAlertTriangle, IconCircleCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { MonthEndInput, MonthsInput } from '../../../components/form/due-rule.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { SupplierValues } from '../supplier-values.ts';
import classes from './terms.module.css';

const MOST = 10;
/** Suggested percentages; any other percentage can be typed. */
const PRESETS = Array.from({ length: 10 }, (_, i) => String((i + 1) * 10));

/** The payment terms in the form of a supplier. */
export const TermsField = ({ form, readOnly }: { form: AppForm<SupplierValues>; readOnly: boolean }) => (
  <TermsEditor
    terms={form.values.paymentTerms}
    error={form.errorAt('paymentTerms')}
    readOnly={readOnly}
    onChange={(next) => form.set('paymentTerms', next)}
    onBlur={() => form.touch('paymentTerms')}
  />
);

interface TermsProps {
  readonly terms: readonly PaymentTerm[];
  readonly error?: string | undefined;
  readonly readOnly?: boolean;
  readonly onChange: (terms: PaymentTerm[]) => void;
  readonly onBlur?: () => void;
}

/** The payment terms: which percentage of the price is due at which event. The percentages add up to 100 %. */
export function TermsEditor({ terms, error, readOnly = false, onChange: set, onBlur }: TermsProps) {
  const t = useT();
  const titleId = useId();
  const rows = useRef<HTMLDivElement>(null);
  const left = leftOf(terms.map((term) => term.percent));
  const change = (at: number, part: Partial<PaymentTerm>) =>
    set(terms.map((term, i) => (i === at ? { ...term, ...part } : term)));
  const add = () => {
    set([
      ...terms,
      {
        percent: left > 0 ? percentText(left) : '',
        event: terms.length === 0 ? 'ORDER' : 'BEFORE_SHIPPING',
        months: 0,
        days: 0,
        monthEnd: null,
      },
    ]);
    // Wait until the new row is rendered, then focus its first field.
    requestAnimationFrame(() => rows.current?.querySelector<HTMLInputElement>('[data-row]:last-child input')?.focus());
  };
  const remove = (at: number) => set(terms.filter((_, i) => i !== at));
  return (
    <section className={classes.terms} aria-labelledby={titleId}>
      <h3 id={titleId} className="item-title">
        {t('suppliers:terms.title')}
      </h3>
      {terms.length === 0 && <p className="muted">{t('suppliers:terms.none')}</p>}
      <div ref={rows} className={classes.rows} onBlur={onBlur}>
        {terms.map(({ percent, event, months, days, monthEnd }, at) => {
          const n = at + 1;
          return (
            <div
              key={at}
              className={classes.row}
              data-row
              role="group"
              aria-label={`${t('suppliers:terms.headShare')} ${n}`}
            >
              <Autocomplete
                aria-label={t('suppliers:terms.share', { n })}
                className="num"
                inputMode="decimal"
                data={PRESETS}
                // Offer all percentages, even those that do not match the current value, because there are only ten.
                filter={({ options }) => options}
                value={percent}
                rightSection="%"
                rightSectionPointerEvents="none"
                maxLength={6}
                readOnly={readOnly}
                error={error !== undefined}
                onChange={(value) => change(at, { percent: value.replace(',', '.').replaceAll(/[^\d.]/g, '') })}
              />
              <Select
                aria-label={t('suppliers:terms.event', { n })}
                data={TERM_EVENTS.map((value) => ({ value, label: t(`suppliers:terms.events.${value}`) }))}
                value={event}
                allowDeselect={false}
                disabled={readOnly}
                onChange={(value) => change(at, { event: TERM_EVENTS.find((known) => known === value) ?? event })}
              />
              <MonthsInput
                aria-label={t('suppliers:terms.months', { n })}
                className={`num ${classes.months}`}
                value={months}
                readOnly={readOnly}
                onChange={(next) => change(at, { months: next })}
              />
              <NumberInput
                aria-label={t('suppliers:terms.days', { n })}
                className={`num ${classes.days}`}
                value={days}
                allowDecimal={false}
                min={-MAX_DUE_DAYS}
                max={MAX_DUE_DAYS}
                hideControls
                suffix={` ${t('suppliers:days')}`}
                readOnly={readOnly}
                onChange={(value) => change(at, { days: typeof value === 'number' ? value : 0 })}
              />
              <MonthEndInput
                className={classes.monthEnd ?? ''}
                aria-label={t('suppliers:terms.monthEndOf', { n })}
                value={monthEnd}
                disabled={readOnly}
                onChange={(next) => change(at, { monthEnd: next })}
              />
              {!readOnly && (
                <IconButton
                  icon={IconTrash}
                  label={t('suppliers:terms.removeShare', { n })}
                  onClick={() => remove(at)}
                />
              )}
            </div>
          );
        })}
      </div>
      <div className={classes.foot}>
        {!readOnly && terms.length < MOST && (
          <ActionButton size="xs" icon={IconPlus} onClick={add}>
            {t('suppliers:terms.add')}
          </ActionButton>
        )}
        {terms.length > 0 && <Sum left={left} />}
      </div>
      {error && left === 0 && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

/** How much is missing from 100 % or exceeds 100 %, as text with an icon. */
function Sum({ left }: { left: number }) {
  const t = useT();
  const Icon = left === 0 ? IconCircleCheck : IconAlertTriangle;
  const words =
    left === 0
      ? t('suppliers:terms.whole')
      : left > 0
        ? t('suppliers:terms.left', { percent: percentText(left) })
        : t('suppliers:terms.over', { percent: percentText(-left) });
  return (
    <span className={classes.sum} data-whole={left === 0 || undefined} role="status">
      <Icon size={16} stroke={1.75} aria-hidden />
      {words}
    </span>
  );
}
