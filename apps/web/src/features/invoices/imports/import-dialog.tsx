import { Skeleton } from '@mantine/core';
import {
  importInvoiceLines,
  importInvoiceLinesDryRun,
  LINE_COLUMNS,
  type LineImport,
} from '@quayside/contracts/invoice-line-imports';
import type { BodyIn } from '@quayside/contracts/endpoint';
import type { CostCategory } from '@quayside/domain/lists';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { NumberReadingChoice } from '../../../components/form/number-reading.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { TotalsBar } from '../../../components/ui/figures.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { EN_DASH, formatMoney } from '../../../lib/format.ts';
import { useKeys } from '../../../lib/keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useWrite, write } from '../../../lib/write.ts';
import type { PastedBlock } from '../editor/clipboard.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { CostTypeQuestion } from './cost-type-question.tsx';
import { ImportSourceField } from './import-source.tsx';
import { ImportRows } from './import-rows.tsx';
import classes from '../../../components/line-sheet/line-import.module.css';
import {
  AS_FOUND,
  bodyOfImport,
  type ImportChoices,
  type ImportSource,
  planOf,
  withColumn,
  withMark,
} from '../../../components/line-sheet/line-import.ts';
import type { LineColumn } from './line-column.ts';

interface ImportDialogProps {
  /** A block of cells that was pasted into the lines. If it is undefined, the dialog asks for a file or a block. */
  readonly pasted: PastedBlock | undefined;
  readonly onClose: () => void;
}

/**
 * Imports lines from a pasted block or a file. Before anything is stored, the dialog shows which field each column
 * holds, which cells are invalid, and the totals.
 */
export function ImportDialog({ pasted, onClose }: ImportDialogProps) {
  const t = useT();
  const [source, setSource] = useState<ImportSource | undefined>(pasted && { text: pasted.text });
  if (!source)
    return (
      <Dialog title={t('invoices:import.title')} onClose={onClose} size={620}>
        <ImportSourceField onSource={setSource} />
      </Dialog>
    );
  return (
    <Preview
      source={source}
      columns={pasted?.columns}
      items={pasted?.items}
      onBack={pasted === undefined ? () => setSource(undefined) : onClose}
      onClose={onClose}
    />
  );
}

interface PreviewProps {
  readonly source: ImportSource;
  /** The fields of the columns, if lines of an invoice were copied. They have no headings. */
  readonly columns: readonly LineColumn[] | undefined;
  /** The items of purchase orders that copied lines name, one for each row. */
  readonly items: PastedBlock['items'];
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Preview({ source, columns, items, onBack, onClose }: PreviewProps) {
  const t = useT();
  const editor = useEditor();
  useTyped(1);
  const [choices, setChoices] = useState<ImportChoices<LineColumn>>(
    columns ? { ...AS_FOUND, columns, hasHeadings: false } : AS_FOUND,
  );
  const [costType, setCostType] = useState<CostCategory>();
  const body = { ...bodyOfImport(source, choices), ...(costType ? { costType } : {}) };
  const checked = useDryRun(body);
  const result = checked.data;
  const plan = result ? planOf(result, choices.isOnlyValid) : undefined;
  const change = (next: Partial<ImportChoices<LineColumn>>) => (
    add.reset(), setChoices((now) => ({ ...now, ...next }))
  );

  const entity = t('invoices:entity');
  const add = useWrite({
    send: async () => {
      const { id } = editor.get().record;
      const before = linesOf(editor.get());
      const { invoice, counts } = await editor.run(() =>
        call(importInvoiceLines, { params: { id }, body: { ...body, onlyValid: choices.isOnlyValid } }),
      );
      editor.adopt(invoice);
      const addedIds = invoice.lines.map((line) => line.invoiceLineId).filter((lineId) => !before.has(lineId));
      const added = new Set(addedIds);
      const undo = () => void write(() => editor.takeBackRows(added), { failure: { verb: 'delete', entity } });
      toast('success', t('invoices:import.added', { count: counts.create }), { onUndo: undo });
      const named = result ? itemsOfAdded(items, addedIds, result) : [];
      // A refusal is told, and the lines stay without their items.
      if (named.length > 0) await write(() => editor.patchRows(named), { failure: { verb: 'update', entity } });
    },
    failure: { verb: 'create', entity },
    isShownInline: true,
    onSuccess: onClose,
  });
  const { problem } = add;
  const isChecked = result !== undefined;
  const isAsked = result !== undefined && result.openCostTypes > 0;
  const isReady = plan !== undefined && plan.blocked === undefined && !isAsked && !checked.isPlaceholderData;
  useKeys({ 'Ctrl Enter': () => isReady && !add.isPending && add.mutate() });
  const content = useRef<HTMLDivElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const passFocusOn = () => {
    // As soon as the rows can be added, Enter adds them. A field that has the focus keeps it.
    const focused = document.activeElement;
    if (focused !== content.current && focused !== document.body) return;
    if (isReady) action.current?.focus({ preventScroll: true });
    else if (isChecked) content.current?.querySelector<HTMLElement>('select[data-autofocus]')?.focus();
  };
  useEffect(passFocusOn, [isReady, isChecked]);
  return (
    <Dialog
      title={
        'fileName' in source ? t('invoices:import.titleOf', { name: source.fileName }) : t('invoices:import.title')
      }
      onClose={onClose}
      size={980}
      footer={
        <DialogButtons
          action={t('invoices:import.add', { count: plan?.count ?? 0 })}
          onCancel={onBack}
          onAction={() => add.mutate()}
          isBusy={add.isPending}
          isBlocked={!isReady}
          actionRef={action}
          keys="Ctrl ↵"
        />
      }
    >
      {/* It has the focus until the rows are checked, so that Enter does not press the button that closes. */}
      <div
        className="stack"
        ref={content}
        tabIndex={-1}
        data-autofocus
        style={{ outline: 'none' }}
        // The rows may be checked before the dialog gets the focus.
        onFocus={passFocusOn}
      >
        {checked.isError && (
          <ErrorState error={checked.error} record={t('previewEntity')} onRetry={() => void checked.refetch()} />
        )}
        {!result && !checked.isError && <Skeleton height={220} aria-label={t('loading')} />}
        {result && (
          <>
            <Mapping
              result={result}
              onColumn={(at, field) => change({ columns: withColumn(fieldsOf(result), at, field) })}
              onMark={(at, mark) =>
                change({ decimalMarks: withMark(choices.decimalMarks, result.columns.length, at, mark) })
              }
            />
            <CheckInput
              label={t('invoices:import.hasHeadings')}
              checked={result.hasHeadings}
              onChange={(next) => change({ hasHeadings: next, columns: undefined })}
            />
            {(isAsked || costType !== undefined) && (
              <CostTypeQuestion count={result.openCostTypes} value={costType} onChoose={setCostType} />
            )}
            <ImportRows rows={result.rows} fields={fieldsOf(result)} isStale={checked.isFetching} />
            {result.counts.fail > 0 && (
              <Note tone="danger">
                <CheckInput
                  label={t('invoices:import.onlyValid', { count: result.counts.fail })}
                  checked={choices.isOnlyValid}
                  onChange={(next) => change({ isOnlyValid: next })}
                />
              </Note>
            )}
            <After result={result} />
          </>
        )}
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

/** The items of purchase orders for the added lines. Rows with errors were left out of the import. */
function itemsOfAdded(items: PastedBlock['items'], addedIds: readonly string[], { rows }: LineImport) {
  const left = new Set(rows.flatMap(({ row, errors }) => (errors.length > 0 ? [row] : [])));
  const kept = (items ?? []).filter((_, index) => !left.has(index + 1));
  if (kept.length !== addedIds.length) return [];
  return addedIds.flatMap((lineId, index) => {
    const purchaseOrderLineId = kept[index];
    return purchaseOrderLineId ? [{ lineId, body: { purchaseOrderLineId } }] : [];
  });
}

const fieldsOf = (result: LineImport): (LineColumn | null)[] => result.columns.map(({ field }) => field);
const linesOf = ({ rows }: ReturnType<ReturnType<typeof useEditor>['get']>): ReadonlySet<string> =>
  new Set([...rows.values()].flatMap(({ stored: line }) => line?.invoiceLineId ?? []));

/**
 * Loads a dry run of the import. The dry run waits until all typed input is stored, and is repeated when the invoice
 * changes.
 */
function useDryRun(body: BodyIn<typeof importInvoiceLinesDryRun>) {
  const editor = useEditor();
  const { id, version } = useEdited((state) => state.record);
  const [isReady, setReady] = useState(false);
  useEffect(() => void editor.flush().finally(() => setReady(true)), [editor]);
  const checked = useQuery({
    queryKey: ['invoices', 'import', id, body] as const,
    queryFn: ({ signal }) => call(importInvoiceLinesDryRun, { params: { id }, body, signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  // A changed invoice is checked again. Meanwhile the rows can be added, or a key that is pressed now would be lost.
  const { refetch } = checked;
  const checkedVersion = useRef(version);
  useEffect(() => {
    if (version === checkedVersion.current) return;
    checkedVersion.current = version;
    void refetch();
  }, [version, refetch]);
  return checked;
}

/**
 * For each column, a select for the field that the column holds, with the heading and the first values of the column,
 * and how its numbers are read.
 */
function Mapping({
  result,
  onColumn,
  onMark,
}: {
  result: LineImport;
  onColumn: (at: number, field: LineColumn | null) => void;
  onMark: (at: number, mark: DecimalMark) => void;
}) {
  const t = useT();
  return (
    <div className={classes.scroll}>
      <SimpleTable className={classes.mapping} label={t('invoices:import.columns')} lines="none">
        <tbody>
          <tr>
            {result.columns.map((column, at) => (
              <td key={at}>
                <select
                  aria-label={t('invoices:import.columnHolds', { column: column.heading ?? at + 1 })}
                  data-unused={column.field === null || undefined}
                  value={column.field ?? ''}
                  onChange={(event) =>
                    onColumn(at, event.currentTarget.value === '' ? null : (event.currentTarget.value as LineColumn))
                  }
                >
                  <option value="">{t('invoices:import.unused')}</option>
                  {LINE_COLUMNS.map((field) => (
                    <option key={field} value={field}>
                      {t(`invoices:import.fields.${field}`)}
                    </option>
                  ))}
                </select>
                <b>{column.heading ?? t('invoices:import.column', { number: at + 1 })}</b>
                {column.samples.slice(0, 2).map((sample, index) => (
                  <span key={index}>{sample || EN_DASH}</span>
                ))}
                {column.numbers && (
                  <NumberReadingChoice
                    {...column.numbers}
                    column={column.heading ?? t('invoices:import.column', { number: at + 1 })}
                    onChoose={(mark) => onMark(at, mark)}
                  />
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </SimpleTable>
    </div>
  );
}

/** The total of the imported rows, and the totals that the invoice will have after the import. */
function After({ result }: { result: LineImport }) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const hasTotal = useEdited((state) => state.record.total !== null);
  const money = (value: string) => formatMoney(value, currency, { as: 'code', zero: 'figure' });
  const isEven = /^-?0*(\.0*)?$/.test(result.after.difference);
  return (
    <TotalsBar
      label={t('invoices:import.after')}
      items={[
        { label: t('invoices:import.sum', { count: result.counts.create }), value: money(result.amount) },
        { label: t('invoices:import.linesAfter'), value: money(result.after.lines) },
        ...(hasTotal
          ? [
              {
                label: t('invoices:import.differenceAfter'),
                value: formatMoney(result.after.difference, currency, { as: 'bare', zero: 'figure' }),
                tone: isEven ? ('positive' as const) : ('danger' as const),
              },
            ]
          : []),
      ]}
    />
  );
}
