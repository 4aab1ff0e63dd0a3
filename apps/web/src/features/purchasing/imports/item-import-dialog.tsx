import {
  importPurchaseOrderItems,
  importPurchaseOrderItemsDryRun,
  ITEM_COLUMNS,
  type ItemImport,
} from '@quayside/contracts/purchasing/purchase-order-items';
import { CartonQuestion } from '../../../components/import/dialog/carton-question.tsx';
import { ColumnMapping } from '../../../components/import/dialog/column-mapping.tsx';
import { ImportDialog } from '../../../components/import/dialog/import-dialog.tsx';
import type { ImportSource } from '../../../components/import/dialog/import-source.tsx';
import { ImportedRows, type RowColumn } from '../../../components/import/dialog/imported-rows.tsx';
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
import { EN_DASH, formatMoney, formatQuantity, groupDigits } from '../../../lib/words/format.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import { trimPrice } from '../editor/item-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';

type ItemColumn = (typeof ITEM_COLUMNS)[number];
interface Choices extends ImportChoices<ItemColumn> {
  /** Whether quantities are rounded up to full cases. */
  readonly isSnapped: boolean;
}
const ENDINGS = '.csv,.tsv,.txt';

interface ImportDialogProps {
  /** A block of cells that was pasted into the items. If it is undefined, the dialog asks for a file or a block. */
  readonly pasted: string | undefined;
  readonly onClose: () => void;
}

/** Imports items from a pasted block or a file. */
export const ItemImportDialog = ({ pasted, onClose }: ImportDialogProps) => (
  <ImportDialog of={useItemImport(pasted)} onClose={onClose} />
);

function useItemImport(pasted: string | undefined): OneCallImport<ItemImport, Choices, void> {
  const t = useT();
  const id = useEdited((state) => state.record.id);
  const wrongFile = t('purchasing:import.wrongFile');
  const tooLarge = t('purchasing:import.tooLarge', { kilobytes: MOST_KILOBYTES });
  return {
    topic: 'purchase-orders',
    into: id,
    isReady: useFlushed(useEditor()),
    permission: usePermission(importPurchaseOrderItems),
    title: t('purchasing:import.title'),
    titleOf: (name) => t('purchasing:import.titleOf', { name }),
    width: 940,
    source: {
      accept: ENDINGS,
      file: t('purchasing:import.file'),
      hint: t('purchasing:import.kinds'),
      drop: t('purchasing:import.drop'),
      pasteHint: t('purchasing:import.pasteHint'),
      refusalOf: refuseFile(ENDINGS, { wrongFile, tooLarge }),
    },
    ...(pasted !== undefined && { pasted }),
    start: { ...AS_FOUND, isSnapped: true },
    check: async (source, choices, signal) =>
      call(importPurchaseOrderItemsDryRun, { params: { id }, body: await bodyOf(source, choices), signal }),
    store: useStoreItems(),
    entity: t('purchasing:items.entity'),
    action: (result) => t('purchasing:import.add', { count: result?.counts.create ?? 0 }),
    canStore: (result, { isOnlyValid }) => planOf(result, isOnlyValid).blocked === undefined,
    leaveOut: (count) => t('imports:leaveOut', { count }),
    show: (shown) => <ShownItems {...shown} />,
  };
}

const bodyOf = async (source: ImportSource, { isSnapped, ...choices }: Choices) => ({
  ...bodyOfImport(await sentOf(source), choices),
  isSnapped,
});

/** Adds the items to the purchase order, with an undo. */
function useStoreItems() {
  const t = useT();
  const editor = useEditor();
  return async ({ source, choices }: SentImport<ItemImport, Choices>) => {
    const { id } = editor.get().record;
    const before = new Set([...editor.get().rows.values()].flatMap(({ stored }) => stored?.id ?? []));
    const body = { ...(await bodyOf(source, choices)), onlyValid: choices.isOnlyValid };
    const { purchaseOrder, counts } = await editor.run(() => call(importPurchaseOrderItems, { params: { id }, body }));
    editor.adopt({ ...editor.get().record, ...purchaseOrder });
    const added = new Set(purchaseOrder.items.map((item) => item.id).filter((itemId) => !before.has(itemId)));
    const failure = { verb: 'delete', entity: t('purchasing:items.entity') } as const;
    const undo = () => void write(() => editor.takeBack(added), { failure });
    toast('success', t('purchasing:import.added', { count: counts.create }), { onUndo: undo });
  };
}

function ShownItems({ result, choices, choose, isStale, leaveOut }: Shown<ItemImport, Choices>) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const money = (value: string) => formatMoney(value, currency, { as: 'code', zero: 'figure' });
  return (
    <>
      <ColumnMapping
        label={t('purchasing:import.columns')}
        columns={result.columns}
        fields={ITEM_COLUMNS.map((value) => ({ value, label: t(`purchasing:import.fields.${value}`) }))}
        choices={choices}
        choose={choose}
      />
      <div className="row">
        <CheckInput
          label={t('purchasing:import.hasHeadings')}
          checked={result.hasHeadings}
          onChange={(hasHeadings) => choose({ hasHeadings, columns: undefined })}
        />
        <CheckInput
          label={t('purchasing:import.snap')}
          checked={choices.isSnapped}
          onChange={(isSnapped) => choose({ isSnapped })}
        />
      </div>
      <CartonQuestion count={result.cartons} choices={choices} choose={choose} />
      <ImportedRows
        label={t('purchasing:import.rows')}
        rows={result.rows}
        columns={useItemColumns()}
        rest={(count) => t('purchasing:import.rest', { count })}
        ofRow={({ errors }) => errors.filter(({ column }) => column === null)}
        isStale={isStale}
      />
      {leaveOut}
      <TotalsBar
        label={t('purchasing:import.after')}
        items={[
          { label: t('purchasing:import.sum', { count: result.counts.create }), value: money(result.amount) },
          { label: t('purchasing:import.totalAfter'), value: money(result.totalAfter) },
        ]}
      />
    </>
  );
}

type Row = ItemImport['rows'][number];
/** The items that would be created, by their columns. */
function useItemColumns(): RowColumn<Row>[] {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const asked = ({ item }: Row) =>
    item.askedQuantity ? t('purchasing:items.asked', { quantity: formatQuantity(item.askedQuantity) }) : '';
  const columnOf = (key: ItemColumn, more: Pick<RowColumn<Row>, 'words' | 'note' | 'isFigure'>): RowColumn<Row> => ({
    key,
    label: t(`purchasing:import.fields.${key}`),
    errors: ({ errors }) => errors.filter(({ column }) => column === key),
    ...more,
  });
  return [
    columnOf('sku', { words: ({ item }) => item.product?.sku ?? EN_DASH }),
    columnOf('name', { words: ({ item }) => item.name ?? item.product?.name ?? '' }),
    columnOf('quantity', { isFigure: true, words: ({ item }) => formatQuantity(item.quantity), note: asked }),
    columnOf('unitPrice', {
      isFigure: true,
      words: ({ item }) => groupDigits(trimPrice(item.unitPrice)),
      note: ({ item }) => (item.isPriceProposed ? t('purchasing:import.proposed') : ''),
    }),
    columnOf('amount', { isFigure: true, words: ({ item }) => formatMoney(item.amount, currency, { as: 'bare' }) }),
  ];
}
