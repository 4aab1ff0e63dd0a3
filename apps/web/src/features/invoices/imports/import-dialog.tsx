import {
  importInvoiceLines,
  importInvoiceLinesDryRun,
  LINE_COLUMNS,
  type LineImport,
} from '@quayside/contracts/invoices/invoice-line-imports';
import type { CostCategory } from '@quayside/domain/lists';
import { CartonQuestion } from '../../../components/import/dialog/carton-question.tsx';
import { ColumnMapping } from '../../../components/import/dialog/column-mapping.tsx';
import { ImportDialog as Dialog } from '../../../components/import/dialog/import-dialog.tsx';
import type { ImportSource } from '../../../components/import/dialog/import-source.tsx';
import {
  AS_FOUND,
  bodyOfImport,
  type ImportChoices,
  MOST_KILOBYTES,
  planOf,
  refuseFile,
  sentOf,
} from '../../../components/import/dialog/mapped-import.ts';
import type { OneCallImport, SentImport, Shown } from '../../../components/import/dialog/one-call.ts';
import { useFlushed } from '../../../components/import/dialog/use-flushed.ts';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { TotalsBar } from '../../../components/ui/figures.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import type { PastedBlock } from '../editor/clipboard.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { CostTypeQuestion } from './cost-type-question.tsx';
import { LineRows } from './line-rows.tsx';
import type { LineColumn } from './line-column.ts';

interface LineChoices extends ImportChoices<LineColumn> {
  /** What the lines are for that do not say it. */
  readonly costType?: CostCategory;
}
const ENDINGS = '.csv,.tsv,.txt';

interface ImportDialogProps {
  /** A block of cells that was pasted into the lines. If it is undefined, the dialog asks for a file or a block. */
  readonly pasted: PastedBlock | undefined;
  readonly onClose: () => void;
}

/** Imports lines from a pasted block or a file. */
export const ImportDialog = ({ pasted, onClose }: ImportDialogProps) => (
  <Dialog of={useLineImport(pasted)} onClose={onClose} />
);

function useLineImport(pasted: PastedBlock | undefined): OneCallImport<LineImport, LineChoices, void> {
  const t = useT();
  const editor = useEditor();
  const permission = usePermission(importInvoiceLines);
  const isReady = useFlushed(editor);
  const { id, version } = useEdited((state) => state.record);
  const store = useStoreLines(pasted?.items);
  const wrongFile = t('invoices:import.wrongFile');
  const tooLarge = t('invoices:import.tooLarge', { kilobytes: MOST_KILOBYTES });
  return {
    ...{ topic: 'invoices', into: id, version, isReady, permission, store },
    title: t('invoices:import.title'),
    titleOf: (name) => t('invoices:import.titleOf', { name }),
    width: 980,
    source: {
      accept: ENDINGS,
      file: t('invoices:import.file'),
      hint: t('invoices:import.kinds'),
      drop: t('invoices:import.drop'),
      paste: t('invoices:import.paste'),
      pasteHint: t('invoices:import.pasteHint'),
      refusalOf: refuseFile(ENDINGS, { wrongFile, tooLarge }),
    },
    ...(pasted && { pasted: pasted.text }),
    // Lines that were copied from an invoice have no headings.
    start: pasted?.columns ? { ...AS_FOUND, columns: pasted.columns, hasHeadings: false } : AS_FOUND,
    check: async (source, choices, signal) =>
      call(importInvoiceLinesDryRun, { params: { id }, body: await bodyOf(source, choices), signal }),
    entity: t('invoices:entity'),
    action: (result) => t('invoices:import.add', { count: result?.counts.create ?? 0 }),
    canStore: (result, { isOnlyValid }) =>
      planOf(result, isOnlyValid).blocked === undefined && result.openCostTypes === 0,
    leaveOut: (count) => t('invoices:import.onlyValid', { count }),
    show: (shown) => <ShownLines {...shown} />,
  };
}

const bodyOf = async (source: ImportSource, { costType, ...choices }: LineChoices) => ({
  ...bodyOfImport(await sentOf(source), choices),
  ...(costType && { costType }),
});

/** Adds the lines to the invoice, with an undo, and gives them the items of purchase orders that they name. */
function useStoreLines(items: PastedBlock['items']) {
  const t = useT();
  const editor = useEditor();
  const entity = t('invoices:entity');
  return async ({ source, choices, result }: SentImport<LineImport, LineChoices>) => {
    const { id } = editor.get().record;
    const before = linesOf(editor.get());
    const body = { ...(await bodyOf(source, choices)), onlyValid: choices.isOnlyValid };
    const { invoice, counts } = await editor.run(() => call(importInvoiceLines, { params: { id }, body }));
    editor.adopt(invoice);
    const addedIds = invoice.lines.map((line) => line.invoiceLineId).filter((lineId) => !before.has(lineId));
    const added = new Set(addedIds);
    const undo = () => void write(() => editor.takeBackRows(added), { failure: { verb: 'delete', entity } });
    toast('success', t('invoices:import.added', { count: counts.create }), { onUndo: undo });
    const named = itemsOfAdded(items, addedIds, result);
    // A refusal is told, and the lines stay without their items.
    if (named.length > 0) await write(() => editor.patchRows(named), { failure: { verb: 'update', entity } });
  };
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

const linesOf = ({ rows }: ReturnType<ReturnType<typeof useEditor>['get']>): ReadonlySet<string> =>
  new Set([...rows.values()].flatMap(({ stored }) => stored?.invoiceLineId ?? []));

function ShownLines({ result, choices, choose, isStale, leaveOut }: Shown<LineImport, LineChoices>) {
  const t = useT();
  return (
    <>
      <ColumnMapping
        label={t('invoices:import.columns')}
        columns={result.columns}
        fields={LINE_COLUMNS.map((value) => ({ value, label: t(`invoices:import.fields.${value}`) }))}
        choices={choices}
        choose={choose}
      />
      <CheckInput
        label={t('invoices:import.hasHeadings')}
        checked={result.hasHeadings}
        onChange={(hasHeadings) => choose({ hasHeadings, columns: undefined })}
      />
      {(result.openCostTypes > 0 || choices.costType !== undefined) && (
        <CostTypeQuestion
          count={result.openCostTypes}
          value={choices.costType}
          onChoose={(costType) => choose({ costType })}
        />
      )}
      <CartonQuestion count={result.cartons} choices={choices} choose={choose} />
      <LineRows result={result} isStale={isStale} />
      {leaveOut}
      <After result={result} />
    </>
  );
}

/** The total of the imported rows, and the totals that the invoice will have after the import. */
function After({ result }: { result: LineImport }) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const hasTotal = useEdited((state) => state.record.total !== null);
  const money = (value: string) => formatMoney(value, currency, { as: 'code', zero: 'figure' });
  const isEven = /^-?0*(\.0*)?$/.test(result.after.difference);
  const difference = {
    label: t('invoices:import.differenceAfter'),
    value: formatMoney(result.after.difference, currency, { as: 'bare', zero: 'figure' }),
    tone: isEven ? ('positive' as const) : ('danger' as const),
  };
  return (
    <TotalsBar
      label={t('invoices:import.after')}
      items={[
        { label: t('invoices:import.sum', { count: result.counts.create }), value: money(result.amount) },
        { label: t('invoices:import.linesAfter'), value: money(result.after.lines) },
        ...(hasTotal ? [difference] : []),
      ]}
    />
  );
}
