import { Autocomplete, NumberInput } from '@mantine/core';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { DUE_EVENTS, MAX_DUE_DAYS } from '@quayside/domain/payables/due-events';
import { MAX_INSTALMENTS, shareByWeights } from '@quayside/domain/payables/reshare';
import { IconAlertTriangle, IconCircleCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { MonthEndInput, MonthsInput } from '../../../components/form/due-rule.tsx';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { dueWords } from '../../../lib/words/due-words.ts';
import { EN_DASH, formatDay } from '../../../lib/words/format.ts';
import { typedField } from '../../../lib/editing/undo-keys.ts';
import { fractionOf, type TermDraft, termsOf, type EditedOrder } from '../editor/header-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from './terms.module.css';

/** The documented shares. Any other share can be typed. */
const PRESETS = Array.from({ length: 10 }, (_, i) => String((i + 1) * 10));

/** The payment terms of a purchase order: copied from the supplier, and changeable here. */
export function TermsCard({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const order = useEdited((state) => state.record);
  const draft = useEdited((state) => state.header.draft.paymentTerms);
  const error = useEdited((state) => state.header.errors.paymentTerms);
  const rows = useRef<HTMLDivElement>(null);
  const terms = draft ?? termsOf(order);
  const left = 10_000 - terms.reduce((sum, { percent }) => sum + hundredthsOf(percent), 0);
  const set = (next: readonly TermDraft[]) => editor.setHeader('paymentTerms', next);
  const change = (at: number, part: Partial<TermDraft>) =>
    set(terms.map((term, i) => (i === at ? { ...term, ...part } : term)));
  const add = () => {
    set([
      ...terms,
      {
        percent: left > 0 ? String(left / 100) : '',
        event: terms.length === 0 ? 'ORDER' : 'BEFORE_SHIPPING',
        months: 0,
        days: 0,
        monthEnd: null,
        pinned: '',
      },
    ]);
    // Wait until the new row is rendered, then focus its first field.
    requestAnimationFrame(() => rows.current?.querySelector<HTMLInputElement>('[data-row]:last-child input')?.focus());
  };
  const amounts = amountsOf(order, terms);
  return (
    <Card
      title={t('purchasing:terms.title')}
      hint={isReadOnly ? undefined : <span data-off-paper>{t('purchasing:terms.hint')}</span>}
      end={
        <>
          {terms.length > 0 && <Sum left={left} />}
          {!isReadOnly && terms.length < MAX_INSTALMENTS && (
            <ActionButton size="xs" icon={IconPlus} onClick={add}>
              {t('purchasing:terms.add')}
            </ActionButton>
          )}
        </>
      }
    >
      {terms.length === 0 && <p className="quiet">{t('purchasing:terms.none')}</p>}
      <div ref={rows} className={classes.rows} onBlur={() => editor.leaveHeader('paymentTerms')}>
        {terms.map((term, at) => (
          <TermRow
            key={at}
            n={at + 1}
            term={term}
            order={order}
            amount={amounts?.[at] ?? null}
            isInvalid={error !== undefined && fractionOf(term.percent) === undefined}
            isReadOnly={isReadOnly}
            onChange={(part) => change(at, part)}
            onRemove={() => set(terms.filter((_, i) => i !== at))}
          />
        ))}
      </div>
      {error && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
    </Card>
  );
}

const hundredthsOf = (percent: string): number => Math.round(Number(fractionOf(percent) ?? '0') * 10_000);

/** The amounts of the shares with what is typed; undefined while they are not 100 % together. */
function amountsOf(order: EditedOrder, terms: readonly TermDraft[]): readonly string[] | undefined {
  const total = minorOfText(order.totals.amount.document, order.currency);
  const shares = terms.map(({ percent }) => BigInt(hundredthsOf(percent)));
  if (total === undefined || shares.reduce((sum, share) => sum + share, 0n) !== 10_000n) return undefined;
  return shareByWeights(total, shares).map((amount) => formatAmount(amount, order.currency));
}

interface TermRowProps {
  readonly n: number;
  readonly term: TermDraft;
  readonly order: EditedOrder;
  readonly amount: string | null;
  readonly isInvalid: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (part: Partial<TermDraft>) => void;
  readonly onRemove: () => void;
}

function TermRow({ n, term, order, amount, isInvalid, isReadOnly, onChange, onRemove }: TermRowProps) {
  const t = useT();
  const editor = useEditor();
  const typed = typedField({
    start: () => editor.startHeader('paymentTerms'),
    leave: () => editor.leaveHeader('paymentTerms'),
    undo: () => editor.undoHeader('paymentTerms'),
  });
  const { percent, event, months, days, monthEnd, pinned } = term;
  // The day is that of the server, which knows the lead times, as long as the rule is the stored one.
  const stored = order.paymentTerms.find(
    (one, at) =>
      at === n - 1 && one.event === event && one.months === months && one.days === days && one.monthEnd === monthEnd,
  );
  const day = pinned === '' && stored && !stored.isPinned ? stored : undefined;
  const dayText = day?.dueDate
    ? `${day.isEstimated ? '≈ ' : ''}${formatDay(day.dueDate)}`
    : t('purchasing:terms.later');
  const money = <Money as="code" value={amount} currency={order.currency} zero="figure" strong />;
  const inAccount =
    order.currency !== order.accountCurrency && stored && stored.amountDue === amount ? (
      <Money value={stored.amountDueInAccountCurrency} currency={order.accountCurrency} zero="figure" />
    ) : null;
  if (isReadOnly)
    return (
      <div className={classes.row} data-row data-read role="group" aria-label={t('purchasing:terms.nth', { n })}>
        <b className="num">{percent} %</b>
        <span>{dueWords(t, t(`purchasing:terms.event.${event}`), term)}</span>
        <span className="num">{pinned === '' ? dayText : formatDay(pinned)}</span>
        <span className={classes.amount}>
          {money} <span className="quiet">{inAccount}</span>
        </span>
      </div>
    );
  return (
    <div className={classes.row} data-row role="group" aria-label={t('purchasing:terms.nth', { n })}>
      <Autocomplete
        aria-label={t('purchasing:terms.shareOf', { n })}
        className="num"
        inputMode="decimal"
        data={PRESETS}
        // All ten shares are offered, also those that do not match what is typed.
        filter={({ options }) => options}
        value={percent}
        rightSection={<span data-unit>%</span>}
        rightSectionPointerEvents="none"
        maxLength={6}
        error={isInvalid}
        {...typed}
        onChange={(text) => onChange({ percent: text.replace(',', '.').replaceAll(/[^\d.]/g, '') })}
      />
      <Chooser
        aria-label={t('purchasing:terms.eventOf', { n })}
        data={DUE_EVENTS.map((value) => ({ value, label: t(`purchasing:terms.event.${value}`) }))}
        value={event}
        onChange={(value) => onChange({ event: DUE_EVENTS.find((known) => known === value) ?? event })}
      />
      <MonthsInput
        aria-label={t('purchasing:terms.monthsOf', { n })}
        className={`num ${classes.days}`}
        value={months}
        disabled={pinned !== ''}
        onChange={(next) => onChange({ months: next })}
      />
      <NumberInput
        aria-label={t('purchasing:terms.daysOf', { n })}
        className={`num ${classes.days}`}
        value={days}
        allowDecimal={false}
        min={-MAX_DUE_DAYS}
        max={MAX_DUE_DAYS}
        hideControls
        suffix=" d"
        {...typed}
        onChange={(value) => onChange({ days: typeof value === 'number' ? value : 0 })}
      />
      <div className={classes.monthEnd} data-none={monthEnd === null || undefined}>
        <MonthEndInput
          aria-label={t('purchasing:terms.monthEndOf', { n })}
          value={monthEnd}
          onChange={(next) => onChange({ monthEnd: next })}
        />
      </div>
      <div className={classes.day}>
        <DayInput
          aria-label={t('purchasing:terms.dueOf', { n })}
          placeholder={dayText}
          value={pinned}
          onChange={(next) => onChange({ pinned: next })}
        />
      </div>
      <span className={classes.amount}>
        {amount === null ? EN_DASH : money} <span className="quiet">{inAccount}</span>
      </span>
      <IconButton icon={IconTrash} label={t('purchasing:terms.remove', { n })} onClick={onRemove} />
    </div>
  );
}

/** Whether the shares are 100 % together, and what is missing or too much. */
function Sum({ left }: { left: number }) {
  const t = useT();
  return (
    <span role="status">
      <Chip quiet tone={left === 0 ? 'positive' : 'danger'} icon={left === 0 ? IconCircleCheck : IconAlertTriangle}>
        {left === 0
          ? t('purchasing:terms.whole')
          : t(left > 0 ? 'purchasing:terms.left' : 'purchasing:terms.over', { percent: String(Math.abs(left) / 100) })}
      </Chip>
    </span>
  );
}
