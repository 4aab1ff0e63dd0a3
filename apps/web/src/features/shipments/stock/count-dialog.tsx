import { postInventoryBalanceUpdates } from '@quayside/contracts/stock/stock-movements';
import { todayIn } from '@quayside/domain/days/days';
import type { Place } from '@quayside/domain/stock/places';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { WholeNumberInput } from '../../../components/form/inputs.tsx';
import { hitsOf, productChoices } from '../../../components/form/use-product-choices.ts';
import { onCtrlEnter } from '../../../components/form/on-ctrl-enter.ts';
import { useGuardedClose } from '../../../components/form/use-guarded-close.ts';
import { CodeField } from '../../../components/scan/code-field.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { useWrite, write } from '../../../lib/api/write.ts';
import classes from '../shipments.module.css';
import { CountedRows } from './counted-rows.tsx';
import { placeOptions } from '../place-words.ts';

interface Row {
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number | null;
}
interface Sheet {
  readonly day: string;
  readonly place: Place;
  readonly rows: readonly Row[];
}

/** A sheet on which stock is counted by keyboard, or on a phone with its camera. */
export function CountDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const [sheet, setSheet] = useState<Sheet>({ day: todayIn(Date.now(), zone), place: 'WAREHOUSE', rows: [] });
  const close = useGuardedClose(sheet.rows.length, onClose);
  const change = (over: Partial<Sheet>) => setSheet((now) => ({ ...now, ...over }));
  const updates = updatesOf(sheet);
  const preview = usePreview(updates);
  const recording = useRecording(onClose);
  const codes = useCodes((row) =>
    setSheet((now) =>
      now.rows.some(({ productId }) => productId === row.productId) ? now : { ...now, rows: [...now.rows, row] },
    ),
  );
  return (
    <Dialog
      title={t('shipments:stock.counts.sheet')}
      onClose={close}
      size={760}
      isLong
      footer={
        <DialogButtons
          action={t('shipments:stock.counts.record', { count: updates.length })}
          onCancel={close}
          onAction={() => recording.mutate(updates)}
          isBusy={recording.isPending}
          isBlocked={updates.length === 0}
          keys="Ctrl ↵"
        />
      }
    >
      <div
        className="stack"
        role="presentation"
        onKeyDown={onCtrlEnter(() => updates.length > 0 && recording.mutate(updates))}
      >
        <div className={classes.fields}>
          <DayInput label={t('shipments:stock.movement.day')} value={sheet.day} onChange={(day) => change({ day })} />
          <Chooser
            label={t('shipments:stock.movement.place')}
            data={placeOptions(t)}
            value={sheet.place}
            searchable
            onChange={(place) => place !== null && change({ place: place as Place })}
          />
        </div>
        <p className="muted">{t('shipments:stock.counts.sheetHint')}</p>
        <div ref={codes.place}>
          <CodeField label={t('shipments:stock.counts.code')} error={codes.problem} onCode={codes.find} />
        </div>
        {sheet.rows.length > 0 && <Typed sheet={sheet} codes={codes} onRows={(rows) => change({ rows })} />}
        {preview.data && updates.length > 0 && <CountedRows counts={preview.data.counts} />}
        {(recording.problem ?? preview.problem) && (
          <Note tone="danger" role="alert">
            {recording.problem ?? preview.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

const updatesOf = ({ day, place, rows }: Sheet) =>
  rows.flatMap(({ productId, quantity }) =>
    quantity === null ? [] : [{ productId, quantity, channel: place, ...(day !== '' && { date: day }) }],
  );
type Updates = ReturnType<typeof updatesOf>;

/** What was typed, one row for each product. Enter goes to the field for the next code. */
function Typed({ sheet, codes, onRows }: { sheet: Sheet; codes: Codes; onRows: (rows: readonly Row[]) => void }) {
  const t = useT();
  const { rows } = sheet;
  return (
    <SimpleTable label={t('shipments:stock.counts.rows')} cards="minmax(0, 1fr) 110px 36px">
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.productId}>
            <th scope="row">
              <span className={classes.countedSku}>{row.sku}</span>{' '}
              <span className={classes.countedName}>{row.name}</span>
            </th>
            <td className={classes.counted}>
              <WholeNumberInput
                aria-label={t('shipments:stock.counts.quantityOf', { sku: row.sku })}
                value={row.quantity}
                autoFocus={at === rows.length - 1}
                onChange={(quantity) => onRows(rows.with(at, { ...row, quantity }))}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  codes.focus();
                }}
              />
            </td>
            <td>
              <IconButton
                icon={IconX}
                label={t('shipments:stock.counts.removeRow', { sku: row.sku })}
                onClick={() => onRows(rows.toSpliced(at, 1))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}

type Codes = ReturnType<typeof useCodes>;

/** Finds the product that a typed or scanned code means. A code that means none or several is said. */
function useCodes(onFound: (row: Row) => void) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const find = async (code: string) => {
    setProblem(undefined);
    const found = await write(() => queryClient.fetchQuery(productChoices({ text: code })), {
      failure: { verb: 'update', entity: t('shipments:stock.counts.entity') },
    });
    if (!found) return false;
    const { content } = found.result;
    const hits = hitsOf(content);
    const [row, second] = hits.length > 0 ? hits : content;
    if (row && !second) onFound({ productId: row.id, sku: row.sku, name: row.name, quantity: null });
    else setProblem(t(row ? 'shipments:stock.counts.severalCodes' : 'shipments:stock.counts.unknownCode', { code }));
    return true;
  };
  return {
    place,
    problem,
    find,
    focus: () => place.current?.querySelector('input')?.focus(),
  };
}

/** What the counts would find, worked out by the server, which stores nothing. */
function usePreview(updates: Updates) {
  const query = useQuery({
    queryKey: ['stock', 'preview', updates] as const,
    queryFn: () =>
      call(postInventoryBalanceUpdates, {
        body: { updates, preview: true },
        idempotencyKey: crypto.randomUUID(),
      }),
    enabled: updates.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return { data: query.data, problem: query.error?.message };
}

function useRecording(onClose: () => void) {
  const t = useT();
  return useWrite({
    send: (updates: Updates, key) =>
      call(postInventoryBalanceUpdates, { body: { updates, preview: false }, idempotencyKey: key() }),
    failure: { verb: 'create', entity: t('shipments:stock.counts.entity') },
    isShownInline: true,
    onSuccess: ({ operationId, counts }) => {
      tellRecorded(t, operationId, counts.length);
      onClose();
    },
  });
}

/** Says that counts are recorded, with an undo. */
export function tellRecorded(t: T, operationId: string | null, count: number): void {
  toast('success', t('shipments:stock.counts.recorded', { count }), {
    scope: 'global',
    ...(operationId !== null && { onUndo: () => void takeCountsBack(t, operationId) }),
  });
}

async function takeCountsBack(t: T, operationId: string): Promise<void> {
  await write(() => takeBack(operationId), {
    failure: { verb: 'update', entity: t('shipments:stock.counts.entity') },
    done: t('shipments:stock.counts.undone'),
    scope: 'global',
  });
}
