import { Skeleton } from '@mantine/core';
import {
  importPurchaseOrderItems,
  importPurchaseOrderItemsDryRun,
  ITEM_COLUMNS,
  type ItemImport,
} from '@quayside/contracts/purchase-order-items';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CheckInput, TextAreaInput } from '../../../components/form/inputs.tsx';
import { NumberReadingChoice } from '../../../components/form/number-reading.tsx';
import importClasses from '../../../components/line-sheet/line-import.module.css';
import {
  AS_FOUND,
  base64Of,
  bodyOfImport,
  type ImportChoices,
  type ImportSource,
  MOST_BYTES,
  planOf,
  withColumn,
  withMark,
} from '../../../components/line-sheet/line-import.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ChooseFiles, DropTarget } from '../../../components/ui/drop-target.tsx';
import { TotalsBar } from '../../../components/ui/figures.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { call } from '../../../lib/call.ts';
import { EN_DASH, formatMoney } from '../../../lib/format.ts';
import { useKeys } from '../../../lib/keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useWrite, write } from '../../../lib/write.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { ImportRows } from './import-rows.tsx';

type ItemColumn = (typeof ITEM_COLUMNS)[number];
interface Choices extends ImportChoices<ItemColumn> {
  /** Whether quantities are rounded up to full cases. */
  readonly isSnapped: boolean;
}
const KINDS = /\.(csv|tsv|txt)$/i;

interface ImportDialogProps {
  /** A block of cells that was pasted into the items. If it is undefined, the dialog asks for a file or a block. */
  readonly pasted: string | undefined;
  readonly onClose: () => void;
}

/**
 * Imports items from a pasted block or a file. Before anything is stored, the dialog shows which field each column
 * holds, which cells are invalid, and what the items cost.
 */
export function ItemImportDialog({ pasted, onClose }: ImportDialogProps) {
  const t = useT();
  const [source, setSource] = useState<ImportSource | undefined>(pasted === undefined ? undefined : { text: pasted });
  if (!source)
    return (
      <Dialog title={t('purchasing:import.title')} onClose={onClose} size={620}>
        <SourceField onSource={setSource} />
      </Dialog>
    );
  return (
    <Preview source={source} onBack={pasted === undefined ? () => setSource(undefined) : onClose} onClose={onClose} />
  );
}

/** Asks for what is imported: a file that is dropped or chosen, or a pasted block of cells. */
function SourceField({ onSource }: { onSource: (source: ImportSource) => void }) {
  const t = useT();
  const permission = usePermission(importPurchaseOrderItems);
  const [problem, setProblem] = useState<string>();
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    if (!KINDS.test(file.name)) return setProblem(t('purchasing:import.wrongFile'));
    if (file.size > MOST_BYTES)
      return setProblem(t('purchasing:import.tooLarge', { kilobytes: Math.floor(MOST_BYTES / 1024) }));
    onSource({ base64: await base64Of(file), fileName: file.name });
  };
  return (
    <DropTarget
      title={t('purchasing:import.drop')}
      hint={t('purchasing:import.kinds')}
      permission={permission}
      onFiles={(files) => void take(files)}
    >
      <div className="stack">
        <div className="row">
          <IconFileSpreadsheet size={22} stroke={1.75} aria-hidden />
          <ChooseFiles
            label={t('purchasing:import.file')}
            accept=".csv,.tsv,.txt"
            permission={permission}
            onFiles={(files) => void take(files)}
          >
            {t('purchasing:import.choose')}
          </ChooseFiles>
          <span className="quiet">{t('purchasing:import.kinds')}</span>
        </div>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <TextAreaInput
          data-autofocus
          label={t('purchasing:import.paste')}
          description={t('purchasing:import.pasteHint')}
          rows={3}
          value=""
          autoComplete="off"
          onChange={(text) => text.trim() !== '' && onSource({ text })}
        />
      </div>
    </DropTarget>
  );
}

interface PreviewProps {
  readonly source: ImportSource;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Preview({ source, onBack, onClose }: PreviewProps) {
  const t = useT();
  const editor = useEditor();
  const [choices, setChoices] = useState<Choices>({ ...AS_FOUND, isSnapped: true });
  const checked = useDryRun(source, choices);
  const result = checked.data;
  const plan = result ? planOf(result, choices.isOnlyValid) : undefined;
  const change = (next: Partial<Choices>) => (add.reset(), setChoices((now) => ({ ...now, ...next })));
  const entity = t('purchasing:items.entity');
  const add = useWrite({
    send: async () => {
      const { id } = editor.get().record;
      const before = new Set([...editor.get().rows.values()].flatMap(({ stored }) => stored?.id ?? []));
      const body = { ...bodyOf(source, choices), onlyValid: choices.isOnlyValid };
      const { purchaseOrder, counts } = await editor.run(() =>
        call(importPurchaseOrderItems, { params: { id }, body }),
      );
      editor.adopt({ ...editor.get().record, ...purchaseOrder });
      const added = new Set(purchaseOrder.items.map((item) => item.id).filter((itemId) => !before.has(itemId)));
      const undo = () => void write(() => editor.takeBack(added), { failure: { verb: 'delete', entity } });
      toast('success', t('purchasing:import.added', { count: counts.create }), { onUndo: undo });
    },
    failure: { verb: 'create', entity },
    isShownInline: true,
    onSuccess: onClose,
  });
  const isReady = plan !== undefined && plan.blocked === undefined && !checked.isPlaceholderData;
  useKeys({ 'Ctrl Enter': () => isReady && !add.isPending && add.mutate() });
  const body = useRef<HTMLDivElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const passFocusOn = () => {
    // As soon as the rows can be added, Enter adds them. A field that has the focus keeps it.
    const focused = document.activeElement;
    if (isReady && (focused === body.current || focused === document.body))
      action.current?.focus({ preventScroll: true });
  };
  useEffect(passFocusOn, [isReady]);
  return (
    <Dialog
      title={
        'fileName' in source ? t('purchasing:import.titleOf', { name: source.fileName }) : t('purchasing:import.title')
      }
      onClose={onClose}
      size={940}
      footer={
        <DialogButtons
          action={t('purchasing:import.add', { count: plan?.count ?? 0 })}
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
        ref={body}
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
            <div className="row">
              <CheckInput
                label={t('purchasing:import.hasHeadings')}
                checked={result.hasHeadings}
                onChange={(next) => change({ hasHeadings: next, columns: undefined })}
              />
              <CheckInput
                label={t('purchasing:import.snap')}
                checked={choices.isSnapped}
                onChange={(next) => change({ isSnapped: next })}
              />
            </div>
            <ImportRows rows={result.rows} isStale={checked.isFetching} />
            {result.counts.fail > 0 && (
              <Note tone="danger">
                <CheckInput
                  label={t('purchasing:import.onlyValid', { count: result.counts.fail })}
                  checked={choices.isOnlyValid}
                  onChange={(next) => change({ isOnlyValid: next })}
                />
              </Note>
            )}
            <After result={result} />
          </>
        )}
        {add.problem && (
          <Note tone="danger" role="alert">
            {add.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

const fieldsOf = (result: ItemImport): (ItemColumn | null)[] => result.columns.map(({ field }) => field);
const bodyOf = (source: ImportSource, choices: Choices) => ({
  ...bodyOfImport(source, choices),
  isSnapped: choices.isSnapped,
});

/** Loads a dry run of the import, once all typed input is stored. */
function useDryRun(source: ImportSource, choices: Choices) {
  const editor = useEditor();
  const id = useEdited((state) => state.record.id);
  const [isReady, setReady] = useState(false);
  useEffect(() => void editor.flush().finally(() => setReady(true)), [editor]);
  const body = bodyOf(source, choices);
  return useQuery({
    queryKey: ['purchase-orders', 'import', id, body] as const,
    queryFn: ({ signal }) => call(importPurchaseOrderItemsDryRun, { params: { id }, body, signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

interface MappingProps {
  readonly result: ItemImport;
  readonly onColumn: (at: number, field: ItemColumn | null) => void;
  readonly onMark: (at: number, mark: '.' | ',') => void;
}

/** For each column, the field that it holds, its heading and first values, and how its numbers are read. */
function Mapping({ result, onColumn, onMark }: MappingProps) {
  const t = useT();
  return (
    <div className={importClasses.scroll}>
      <SimpleTable className={importClasses.mapping} label={t('purchasing:import.columns')} lines="none">
        <tbody>
          <tr>
            {result.columns.map((column, at) => {
              const name = column.heading ?? t('purchasing:import.column', { number: at + 1 });
              return (
                <td key={at}>
                  <select
                    aria-label={t('purchasing:import.columnHolds', { column: column.heading ?? at + 1 })}
                    data-unused={column.field === null || undefined}
                    value={column.field ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      onColumn(at, ITEM_COLUMNS.find((field) => field === value) ?? null)
                    }
                  >
                    <option value="">{t('purchasing:import.unused')}</option>
                    {ITEM_COLUMNS.map((field) => (
                      <option key={field} value={field}>
                        {t(`purchasing:import.fields.${field}`)}
                      </option>
                    ))}
                  </select>
                  <b>{name}</b>
                  {column.samples.slice(0, 2).map((sample, index) => (
                    <span key={index}>{sample || EN_DASH}</span>
                  ))}
                  {column.numbers && (
                    <NumberReadingChoice {...column.numbers} column={name} onChoose={(mark) => onMark(at, mark)} />
                  )}
                </td>
              );
            })}
          </tr>
        </tbody>
      </SimpleTable>
    </div>
  );
}

/** The sum of the imported rows, and the total of the purchase order after the import. */
function After({ result }: { result: ItemImport }) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const money = (value: string) => formatMoney(value, currency, { as: 'code', zero: 'figure' });
  return (
    <TotalsBar
      label={t('purchasing:import.after')}
      items={[
        { label: t('purchasing:import.sum', { count: result.counts.create }), value: money(result.amount) },
        { label: t('purchasing:import.totalAfter'), value: money(result.totalAfter) },
      ]}
    />
  );
}
