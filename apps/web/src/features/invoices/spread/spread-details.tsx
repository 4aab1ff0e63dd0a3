import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import { BASES, defaultBasisOf } from '@quayside/domain/lists';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { formatMoney } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { failureText, toast } from '../../../lib/toasts.ts';
import { useWrite } from '../../../lib/write.ts';
import { usePreview } from '../api.ts';
import { CreditsLineField } from '../credit/credits-line-field.tsx';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { ScopeSelect } from '../header/pairing-field.tsx';
import { lineStateOf, reasonSentence } from '../line-state.tsx';
import { SharesTable, tooMuchWords } from './shares-table.tsx';
import { formOfLine, isTooMuch, patchOf, readShares, restOf, type SpreadForm } from './spread-form.ts';
import classes from './spread.module.css';

const PREVIEW_DELAY_MS = 250;

interface SpreadDetailsProps {
  readonly rowKey: string;
  readonly position: number;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** How the cost of a line is spread: chosen at the left, seen at the right before it is stored. */
export function SpreadDetails(props: SpreadDetailsProps) {
  const t = useT();
  const line = useEdited((state) => state.rows.get(props.rowKey)?.line);
  if (!line) return <p className={classes.waiting}>{t('invoices:spread.notStored')}</p>;
  // A change that was stored elsewhere starts the choice anew.
  return <Stored key={line.version} {...props} line={line} />;
}

function Stored({ rowKey, position, isReadOnly, onClose, onDelete, line }: SpreadDetailsProps & { line: InvoiceLine }) {
  const t = useT();
  const editor = useEditor();
  const titleId = useId();
  const invoice = useEdited((state) => state.invoice);
  const isCreditNote = invoice.kind === 'CREDIT_NOTE';
  const [form, setForm] = useState<SpreadForm>(() => formOfLine(line));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = (next: Partial<SpreadForm>) => (setForm((now) => ({ ...now, ...next })), setErrors({}));
  const patch = patchOf(form, line, invoice.currency);
  const isDirty = Object.keys(patch).length > 0;
  const rest = form.basis === 'MANUAL' ? restOf(line.cost.document, form.shares, invoice.currency) : undefined;
  const missing = missingIn(t, form, rest, line.cost.document, invoice.currency);
  const shown = useShares(
    invoice.id,
    line,
    form,
    `${line.version}.${invoice.version}.${invoice.rate ?? ''}.${line.cost.document}`,
    invoice.currency,
  );

  const applying = useWrite({
    send: () => editor.patchRow(rowKey, patch),
    onSuccess: () => toast('success', t('invoices:spread.applied', { position })),
    onError: (error) => {
      const named = isApiError(error)
        ? Object.fromEntries(
            error.errors.map(({ field, message }) => [field.replace(/^body\./, '').split('.')[0] ?? '', message]),
          )
        : {};
      setErrors(
        Object.keys(named).length > 0
          ? named
          : { form: failureText(error, { verb: 'update', entity: t('invoices:entity') }) },
      );
    },
  });
  const isBusy = applying.isPending;
  return (
    <section
      className={classes.details}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // Escape in an open list closes the list alone, or the choices made so far would be lost.
        const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        if (event.key !== 'Escape' || event.defaultPrevented || isListOpen) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.choices}>
        <h3 id={titleId} className="block-title">
          {t('invoices:spread.title')}
        </h3>
        {isCreditNote && <CreditsLineField rowKey={rowKey} line={line} isReadOnly={isReadOnly} />}
        {line.creditsLine ? (
          <p className={classes.words}>{t('invoices:spread.follows')}</p>
        ) : (
          <>
            <Where
              line={line}
              form={form}
              isReadOnly={isReadOnly}
              change={change}
              errors={errors}
              orders={shown.data?.shares.length}
            />
            <Counts line={line} form={form} isReadOnly={isReadOnly} change={change} errors={errors} />
          </>
        )}
        {errors['form'] && (
          <Note tone="danger" role="alert">
            {errors['form']}
          </Note>
        )}
        {!isReadOnly && (
          <div className="row" data-gap="6">
            <ActionButton
              variant="filled"
              size="xs"
              loading={isBusy}
              disabled={!isDirty}
              blocked={isDirty ? missing : null}
              onClick={() => applying.mutate()}
            >
              {t('invoices:spread.apply')}
            </ActionButton>
            <Button size="xs" disabled={!isDirty || isBusy} onClick={() => (setForm(formOfLine(line)), setErrors({}))}>
              {t('invoices:spread.discard')}
            </Button>
            <Button size="xs" variant="subtle" onClick={onClose}>
              {t('invoices:spread.close')}
            </Button>
            <ActionButton
              size="xs"
              variant="subtle"
              color="danger"
              icon={IconTrash}
              blocked={line.order ? t('invoices:lines.hasOrder', { order: line.order.number }) : null}
              onClick={onDelete}
            >
              {t('invoices:lines.deleteLine')}
            </ActionButton>
          </div>
        )}
        {isReadOnly && (
          <div className="row" data-gap="6">
            <Button size="xs" onClick={onClose}>
              {t('invoices:spread.close')}
            </Button>
          </div>
        )}
      </div>
      <div className={classes.outcome}>
        <Reason line={line} shown={shown.data} isReview={lineStateOf(line, invoice.status) === 'review'} />
        {form.isExcluded && <Note tone="neutral">{t('invoices:spread.excludedNote')}</Note>}
        {shown.error ? (
          <ErrorState error={shown.error} onRetry={shown.retry} />
        ) : (
          <SharesTable
            preview={shown.data}
            isManual={form.basis === 'MANUAL' && line.product === null}
            shares={form.shares}
            rest={rest}
            position={position}
            isReadOnly={isReadOnly}
            error={errors['manualShares']}
            onShare={(layerId, text) => change({ shares: { ...form.shares, [layerId]: text } })}
          />
        )}
      </div>
    </section>
  );
}

/** What keeps the choice from being applied. */
function missingIn(t: T, form: SpreadForm, rest: bigint | undefined, cost: string, currency: string): string | null {
  if (form.isExcluded && form.reason.trim() === '') return t('validation.required');
  if (form.scope?.length === 0) return t('invoices:spread.chooseOne');
  if (form.basis === 'MANUAL' && readShares(form.shares, currency) === undefined) return t('validation.sum');
  if (form.basis === 'MANUAL' && rest === undefined) return t('validation.sum');
  if (isTooMuch(cost, rest)) return tooMuchWords(t, rest ?? 0n, currency);
  return null;
}

/** The shares to show: what the choice would give; with typed shares the orders that they can go to. */
function useShares(invoiceId: string, line: InvoiceLine, form: SpreadForm, stamp: string, currency: string) {
  const [settled] = useDebouncedValue(form, PREVIEW_DELAY_MS);
  const scope = settled.scope === null ? null : settled.scope.map(({ type, id }) => ({ type, id }));
  const isManual = settled.basis === 'MANUAL' && line.product === null;
  const isOn = scope === null || scope.length > 0;
  const shares = isManual ? readShares(settled.shares, currency) : undefined;
  const asked = usePreview(
    invoiceId,
    line.invoiceLineId,
    { basis: settled.basis, scope, ...(shares ? { manualShares: shares } : {}) },
    stamp,
    isOn &&
      (!isManual ||
        (shares !== undefined && !isTooMuch(line.cost.document, restOf(line.cost.document, settled.shares, currency)))),
  );
  const all = usePreview(invoiceId, line.invoiceLineId, { basis: 'EQUAL', scope }, stamp, isOn && isManual);
  if (!isManual) return { data: asked.data, error: asked.error, retry: () => void asked.refetch() };
  const typed = new Map((asked.data?.shares ?? []).map((share) => [share.layerId, share]));
  const data = all.data && {
    ...all.data,
    ...asked.data,
    shares: all.data.shares.map(
      (share) =>
        typed.get(share.layerId) ?? {
          ...share,
          percent: '0.0000',
          document: '0',
          account: '0',
          perUnit: null,
          weight: '0',
          landedAfter: asked.data ? share.landedBefore : null,
        },
    ),
  };
  // Too much was typed: the table goes on standing, the rest says so.
  return { data, error: all.error, retry: () => void all.refetch() };
}

function Where({
  line,
  form,
  isReadOnly,
  change,
  errors,
  orders,
}: {
  line: InvoiceLine;
  form: SpreadForm;
  isReadOnly: boolean;
  change: (next: Partial<SpreadForm>) => void;
  errors: Record<string, string>;
  orders: number | undefined;
}) {
  const t = useT();
  const invoiceId = useEdited((state) => state.invoice.id);
  const words = useDefaultScope(form.scope === null ? orders : undefined);
  if (line.product && line.costType === 'FACTORY_INVOICE')
    return <p className={classes.words}>{t('invoices:spread.scopeOwnOrder')}</p>;
  const standard = defaultBasisOf(line.costType);
  const basisName = (basis: (typeof BASES)[number]) => t(`invoices:basis.${basis}`);
  return (
    <>
      {line.product ? (
        <p className={classes.words}>{t('invoices:spread.scopeOwnProduct')}</p>
      ) : (
        <Select
          label={t('invoices:spread.basis')}
          disabled={isReadOnly}
          error={errors['basis']}
          allowDeselect={false}
          value={form.basis ?? 'default'}
          data={[
            { value: 'default', label: t('invoices:spread.basisDefault', { basis: basisName(standard) }) },
            ...BASES.map((basis) => ({ value: basis, label: basisName(basis) })),
          ]}
          description={t(`invoices:basisHelp.${form.basis ?? standard}`)}
          onChange={(value) =>
            value && change({ basis: value === 'default' ? null : (value as (typeof BASES)[number]) })
          }
        />
      )}
      {line.isBasisFallback && form.basis === null && (
        <p className={classes.words}>
          {t('invoices:spread.fallback', { products: line.lackingProducts.map(({ sku }) => sku).join(', ') })}
        </p>
      )}
      <div className={classes.scope}>
        <span className="field-label">{t('invoices:spread.scope')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('invoices:spread.scope')}
          disabled={isReadOnly}
          value={form.scope === null ? 'default' : 'chosen'}
          data={[
            { value: 'default', label: t('invoices:spread.scopeDefault') },
            { value: 'chosen', label: t('invoices:spread.scopeChosen') },
          ]}
          onChange={(value) => change({ scope: value === 'default' ? null : (line.scope ?? []) })}
        />
        {form.scope === null ? (
          !line.product && <p className={classes.words}>{words}</p>
        ) : (
          <ScopeSelect
            invoiceId={invoiceId}
            label={t('invoices:spread.chooseLabel')}
            placeholder={t('invoices:spread.choosePlaceholder')}
            nothing={t('invoices:spread.chooseNone')}
            types={['INVOICE', 'ORDER', 'PRODUCT']}
            value={form.scope}
            isDisabled={isReadOnly}
            error={errors['scope']}
            onChange={(scope) => change({ scope })}
          />
        )}
      </div>
    </>
  );
}

/** The default scope in words: this invoice's own orders, else what it is paired with. */
function useDefaultScope(orders: number | undefined): string {
  const t = useT();
  const own = useEdited((state) => [...state.rows.values()].filter((row) => row.line?.order).length);
  const paired = useEdited((state) => state.invoice.pairedWith);
  if (own > 0) return t('invoices:spread.ownOrders', { count: own });
  if (paired.length === 0) return t('invoices:spread.nothingPaired');
  const names = paired.map(({ label }) => label).join(', ');
  return orders ? t('invoices:spread.pairedOrders', { names, count: orders }) : t('invoices:spread.paired', { names });
}

function Counts({
  line,
  form,
  isReadOnly,
  change,
  errors,
}: {
  line: InvoiceLine;
  form: SpreadForm;
  isReadOnly: boolean;
  change: (next: Partial<SpreadForm>) => void;
  errors: Record<string, string>;
}) {
  const t = useT();
  return (
    <>
      {!/^-?0*(\.0*)?$/.test(line.taxAmount) && (
        <Checkbox
          classNames={{ body: classes.check ?? '' }}
          label={
            <Explained words={t('invoices:spread.notRecoverable')} help={t('invoices:spread.notRecoverableHelp')} />
          }
          disabled={isReadOnly}
          checked={!form.isTaxRecoverable}
          onChange={(event) => change({ isTaxRecoverable: !event.currentTarget.checked })}
        />
      )}
      <Checkbox
        classNames={{ body: classes.check ?? '' }}
        label={<Explained words={t('invoices:spread.exclude')} help={t('invoices:spread.excludeHelp')} />}
        disabled={isReadOnly}
        checked={form.isExcluded}
        onChange={(event) => change({ isExcluded: event.currentTarget.checked })}
      />
      {form.isExcluded && (
        <TextInput
          label={t('invoices:spread.excludeReason')}
          placeholder={isReadOnly ? undefined : t('invoices:spread.excludeReasonPlaceholder')}
          readOnly={isReadOnly}
          error={errors['exclusionReason']}
          maxLength={500}
          autoComplete="off"
          value={form.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      )}
    </>
  );
}

const Explained = ({ words, help }: { words: string; help: string }) => (
  <>
    {words}
    <small className="quiet block">{help}</small>
  </>
);

/** Why something is not assigned, and the way out. */
function Reason({
  line,
  shown,
  isReview,
}: {
  line: InvoiceLine;
  shown:
    | {
        unassignedReason: InvoiceLine['unassignedReason'];
        lackingProducts: InvoiceLine['lackingProducts'];
        unassigned: { document: string };
      }
    | undefined;
  isReview: boolean;
}): ReactNode {
  const t = useT();
  const invoice = useEdited((state) => state.invoice);
  const said = shown ?? line;
  const sentence = reasonSentence(t, said, invoice);
  if (isReview && said.unassignedReason === null) return <Note tone="info">{t('invoices:state.reviewHint')}</Note>;
  if (sentence === undefined || line.isExcludedFromGeneralCostsData) return null;
  return (
    <Note tone="danger">
      <b className="num">{formatMoney(said.unassigned.document, invoice.currency, { as: 'code', zero: 'figure' })}</b>{' '}
      {t('invoices:state.unassigned').toLowerCase()}. {sentence}{' '}
      {said.lackingProducts.map(({ id, sku }) => (
        <Link key={id} className={classes.noteLink} to={paths.product(sku)}>
          {t('invoices:reason.openProduct', { sku })}
        </Link>
      ))}
      {(said.unassignedReason === 'MISSING_WEIGHT' || said.unassignedReason === 'MISSING_VOLUME') && (
        <Link
          className={classes.noteLink}
          to={paths.productsMissing(said.unassignedReason === 'MISSING_WEIGHT' ? 'WEIGHT' : 'VOLUME')}
        >
          {t('invoices:reason.mendAll')}
        </Link>
      )}
    </Note>
  );
}
