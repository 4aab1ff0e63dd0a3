import { Button } from '@mantine/core';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AmountInput } from '../../../components/form/amount-field.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { EN_DASH, formatMoney, formatQuantity as shownQuantity, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { useEdited } from '../editor/use-editor.ts';
import classes from './credit.module.css';
import {
  allOf,
  checkCredit,
  type CreditDraft,
  deductionLeft,
  hasLeft,
  isDiscount,
  leftOf,
  NONE,
} from './credit-form.ts';

/**
 * Creates a credit note with the amounts that the person enters for the lines of this invoice, then opens the credit
 * note.
 */
export function CreditDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { id, invoiceNumber, currency } = useEdited((state) => state.record);
  const rows = useEdited((state) => state.rows);
  const lines = useEdited((state) => state.keys).flatMap((key) => rows.get(key)?.stored ?? []);
  const every = (of: (line: InvoiceLine) => CreditDraft) =>
    new Map(lines.map((line) => [line.invoiceLineId, of(line)]));
  const [drafts, setDrafts] = useState(() => every((line) => allOf(line, currency)));
  const check = checkCredit(lines, drafts, currency);
  const money = (minor: bigint) => formatMoney(formatAmount(minor, currency), currency, { as: 'code', zero: 'figure' });

  const create = useWrite({
    send: () => call(createInvoice, { body: { creditsInvoiceId: id, creditLines: check.lines } }),
    failure: { verb: 'create', entity: t('invoices:credit.entity') },
    isShownInline: true,
    onSuccess: (made) => {
      toast('success', t('invoices:credit.created', { number: made.invoiceNumber, credited: invoiceNumber }), {
        scope: 'global',
      });
      onClose();
      void navigate(paths.invoice(made.id));
    },
  });
  const presets = [
    { label: t('invoices:credit.allLeft'), of: (line: InvoiceLine) => allOf(line, currency) },
    { label: t('invoices:credit.none'), of: () => NONE },
  ];
  return (
    <Dialog
      title={t('invoices:credit.title', { number: invoiceNumber })}
      onClose={onClose}
      size={860}
      footer={
        <DialogButtons
          action={t('invoices:credit.create')}
          onCancel={onClose}
          onAction={() => create.mutate()}
          isBusy={create.isPending}
          isBlocked={check.problems.size > 0 || check.lines.length === 0}
        />
      }
    >
      <div className={classes.dialog}>
        <p className="muted">{t('invoices:credit.body')}</p>
        <div className="row">
          {presets.map(({ label, of }) => (
            <Button key={label} size="xs" onClick={() => setDrafts(every(of))}>
              {label}
            </Button>
          ))}
          <span className={classes.total}>
            {t('invoices:credit.total')} <b className="num">{money(check.total)}</b>
          </span>
        </div>
        <div className={classes.scroll}>
          <SimpleTable
            className={classes.table}
            label={t('invoices:credit.lines')}
            lines="below"
            row={{ pad: 6 }}
            isHeadSticky
            cards="20px minmax(0, 1fr) minmax(0, 1fr)"
          >
            <thead>
              <tr>
                <th scope="col">{t('invoices:lines.position')}</th>
                <th scope="col">{t('invoices:lines.name')}</th>
                <th scope="col" data-figure>
                  {t('invoices:credit.left')}
                </th>
                <th scope="col">{t('invoices:credit.amount')}</th>
                <th scope="col">{t('invoices:lines.quantity')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) =>
                isDiscount(line, currency) ? (
                  <DiscountRow
                    key={line.invoiceLineId}
                    line={line}
                    position={index + 1}
                    currency={currency}
                    credited={check.deductions.get(line.invoiceLineId) ?? 0n}
                  />
                ) : (
                  <CreditRow
                    key={line.invoiceLineId}
                    line={line}
                    position={index + 1}
                    currency={currency}
                    draft={drafts.get(line.invoiceLineId) ?? NONE}
                    problem={check.problems.get(line.invoiceLineId)}
                    onChange={(draft) => (
                      create.reset(), setDrafts((now) => new Map(now).set(line.invoiceLineId, draft))
                    )}
                  />
                ),
              )}
            </tbody>
          </SimpleTable>
        </div>
        {create.problem && (
          <Note tone="danger" role="alert">
            {create.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

/** A negative line, such as a discount. The part of it that is credited follows from the credits of the other lines. */
function DiscountRow({
  line,
  position,
  currency,
  credited,
}: Pick<CreditRowProps, 'line' | 'position' | 'currency'> & { readonly credited: bigint }) {
  const t = useT();
  const left = deductionLeft(line, currency);
  const name = line.name ?? line.product?.name ?? t('invoices:lines.allProducts');
  const bare = (minor: bigint) => formatMoney(formatAmount(-minor, currency), currency, { as: 'bare', zero: 'figure' });
  return (
    <tr data-spent={left === 0n || undefined}>
      <td>{position}</td>
      <td lang={langOf(name)}>
        {line.product && <b>{line.product.sku}</b>} {name}
      </td>
      <td data-figure data-label={t('invoices:credit.left')}>
        {bare(left)}
      </td>
      {left === 0n ? (
        <td colSpan={2}>{t('invoices:credit.spent')}</td>
      ) : (
        <>
          <td data-figure data-label={t('invoices:credit.amount')}>
            {bare(credited)}
          </td>
          <td data-label={t('invoices:lines.quantity')}>{t('invoices:credit.inProportion')}</td>
        </>
      )}
    </tr>
  );
}

interface CreditRowProps {
  readonly line: InvoiceLine;
  readonly position: number;
  readonly currency: string;
  readonly draft: CreditDraft;
  readonly problem: { readonly amount?: string; readonly quantity?: string } | undefined;
  readonly onChange: (draft: CreditDraft) => void;
}

function CreditRow({ line, position, currency, draft, problem, onChange }: CreditRowProps) {
  const t = useT();
  const left = leftOf(line, currency);
  const name = line.name ?? line.product?.name ?? t('invoices:lines.allProducts');
  return (
    <tr data-spent={!hasLeft(left) || undefined}>
      <td>{position}</td>
      <td lang={langOf(name)}>
        {line.product && <b>{line.product.sku}</b>} {name}
      </td>
      <td data-figure data-label={t('invoices:credit.left')}>
        {formatMoney(formatAmount(left.amount, currency), currency, { as: 'bare' })}
        {line.order && (
          <small>
            {t('invoices:credit.creditedUnits', { quantity: shownQuantity(formatQuantity(left.quantity), 'figure') })}
          </small>
        )}
      </td>
      {hasLeft(left) ? (
        <>
          <td data-label={t('invoices:credit.amount')}>
            <AmountInput
              aria-label={t('invoices:lines.cell', { position, cell: t('invoices:lines.cells.amount') })}
              currency={currency}
              value={draft.amount}
              error={problem?.amount}
              onChange={(amount) => onChange({ ...draft, amount })}
            />
          </td>
          <td data-label={t('invoices:lines.quantity')}>
            {line.order ? (
              <>
                <input
                  className={`${classes.quantity} num`}
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={t('invoices:lines.cell', { position, cell: t('invoices:lines.cells.quantity') })}
                  aria-invalid={problem?.quantity !== undefined || undefined}
                  placeholder={EN_DASH}
                  value={draft.quantity}
                  onChange={(event) => onChange({ ...draft, quantity: event.currentTarget.value })}
                />
                {problem?.quantity && (
                  <span className="problem block" role="alert">
                    {problem.quantity}
                  </span>
                )}
              </>
            ) : (
              EN_DASH
            )}
          </td>
        </>
      ) : (
        <td colSpan={2}>{t('invoices:credit.spent')}</td>
      )}
    </tr>
  );
}
