import { Button } from '@mantine/core';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { refusals } from '../../../lib/errors/refusals.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { CreditsLineField } from '../credit/credits-line-field.tsx';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { lineStateOf } from '../line-state.tsx';
import { RatedPlans } from './rated-plans.tsx';
import { LotChangesTable } from '../../../components/record/lot-changes.tsx';
import { SharesTable, tooMuchWords } from './shares-table.tsx';
import { formOfLine, isTooMuch, patchOf, readShares, restOf, type SpreadForm } from './spread-form.ts';
import classes from './spread.module.css';
import { Counts, Where } from './spread-choices.tsx';
import { Reason } from './spread-reason.tsx';
import { useShares } from './use-shares.ts';

interface SpreadDetailsProps {
  readonly rowKey: string;
  readonly position: number;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** The details of how a line is spread. The choices are on the left, and a preview of the result is on the right. */
export function SpreadDetails(props: SpreadDetailsProps) {
  const t = useT();
  const line = useEdited((state) => state.rows.get(props.rowKey)?.stored);
  if (!line) return <p className={classes.waiting}>{t('invoices:spread.notStored')}</p>;
  // When a newer version of the line is stored, the new key remounts the form with the new values.
  return <Stored key={line.version} {...props} line={line} />;
}

function Stored({ rowKey, position, isReadOnly, onClose, onDelete, line }: SpreadDetailsProps & { line: InvoiceLine }) {
  const t = useT();
  const editor = useEditor();
  const titleId = useId();
  const invoice = useEdited((state) => state.record);
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
      const { fields, rest } = refusals(error, shownFields(form, line), {
        verb: 'update',
        entity: t('invoices:entity'),
      });
      setErrors({ ...fields, ...(rest !== undefined && { form: rest }) });
    },
  });
  const isBusy = applying.isPending;
  return (
    <section
      className={classes.details}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // If a list of options is open, Escape must close only that list. Closing the details would lose the choices.
        const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        if (event.key !== 'Escape' || event.defaultPrevented || isListOpen) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.choices}>
        <h2 id={titleId} className="block-title">
          {t('invoices:spread.title')}
        </h2>
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
              blocked={line.order ? t('invoices:lines.hasOrder') : null}
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
          <ErrorState error={shown.error} record={t('previewEntity')} onRetry={shown.retry} />
        ) : (
          <>
            <RatedPlans plans={shown.data?.ratedPlans ?? []} />
            <SharesTable
              preview={shown.data}
              isManual={form.basis === 'MANUAL' && line.product === null}
              shares={form.shares}
              rest={rest}
              position={position}
              isReadOnly={isReadOnly}
              error={errors['manualShares']}
              onShare={(key, text) => change({ shares: { ...form.shares, [key]: text } })}
            />
            {shown.data && <LotChangesTable changes={shown.data.lotChanges} />}
          </>
        )}
      </div>
    </section>
  );
}

/** The fields that show an error with these choices. */
function shownFields(form: SpreadForm, line: InvoiceLine): string[] {
  const isSpread = line.creditsLine === null;
  return [
    ...(isSpread && line.product === null ? ['basis'] : []),
    ...(isSpread && form.scope !== null && line.costType !== 'FACTORY_INVOICE' ? ['scope'] : []),
    ...(isSpread && form.isExcluded ? ['exclusionReason'] : []),
    ...(form.basis === 'MANUAL' && line.product === null ? ['manualShares'] : []),
  ];
}

/** The reason why the choices cannot be applied yet; null when they can be applied. */
function missingIn(t: T, form: SpreadForm, rest: bigint | undefined, cost: string, currency: string): string | null {
  if (form.isExcluded && form.reason.trim() === '') return t('validation.required');
  if (form.scope?.length === 0) return t('invoices:spread.chooseOne');
  if (form.basis === 'MANUAL' && readShares(form.shares, currency) === undefined) return t('validation.sum');
  if (form.basis === 'MANUAL' && rest === undefined) return t('validation.sum');
  if (isTooMuch(cost, rest)) return tooMuchWords(t, rest ?? 0n, currency);
  return null;
}
