import type { StockMovement } from '@quayside/contracts/stock/stock-movements';
import { todayIn } from '@quayside/domain/days/days';
import { TAKING_CAUSES, type TakingCause } from '@quayside/domain/stock/events';
import type { Place } from '@quayside/domain/stock/places';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { TextAreaInput, WholeNumberInput } from '../../../components/form/inputs.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { refusals } from '../../../lib/errors/refusals.ts';
import classes from '../shipments.module.css';
import { placeOptions } from '../place-words.ts';
import { type MovementRow, recordingWords, useRecording } from './use-recording.ts';

const MOVE = 'MOVE';
interface Values {
  /** Why units leave, or that they change places. */
  readonly what: TakingCause | typeof MOVE;
  readonly day: string;
  readonly place: Place;
  readonly toPlace: Place | null;
  readonly quantity: number | null;
  readonly words: string;
}
interface MovementDialogProps {
  readonly product: { readonly id: string; readonly sku: string };
  /** The sale of which units came back. */
  readonly sale?: StockMovement;
  readonly onClose: () => void;
}

/** Records that units left stock, changed places, or came back from a sale. */
export function MovementDialog({ product, sale, onClose }: MovementDialogProps) {
  const t = useT();
  const zone = useTimeZone();
  const [values, setValues] = useState<Values>({
    what: 'DAMAGED',
    day: todayIn(Date.now(), zone),
    place: sale?.place ?? 'WAREHOUSE',
    toPlace: null,
    quantity: null,
    words: '',
  });
  const recording = useRecording(onClose);
  const set = (over: Partial<Values>) => {
    recording.dropWarnings();
    setValues((now) => ({ ...now, ...over }));
  };
  const isMove = sale === undefined && values.what === MOVE;
  const hasWords = sale === undefined && !isMove;
  const shown = ['quantity', 'day', 'place', ...(sale ? [] : ['cause']), ...(isMove ? ['toPlace'] : [])];
  const { fields: problems, rest } = refusals(
    recording.error,
    inRow(hasWords ? [...shown, 'words'] : shown),
    recordingWords(t),
  );
  return (
    <Dialog
      title={
        sale
          ? t('shipments:stock.movement.backTitle', { day: formatDay(sale.day) })
          : t('shipments:stock.movement.recordTitle', { sku: product.sku })
      }
      onClose={onClose}
      footer={
        <DialogButtons
          action={t(
            recording.warnings.length > 0 ? 'shipments:stock.movement.anyway' : 'shipments:stock.movement.record',
          )}
          onCancel={onClose}
          onAction={() => recording.record(rowOf(product.id, values, sale))}
          isBusy={recording.isPending}
          isBlocked={values.quantity === null || (isMove && values.toPlace === null)}
        />
      }
    >
      <div className="stack">
        <div className={classes.fields}>
          {!sale && (
            <Chooser
              label={t('shipments:stock.movement.what')}
              data={whatOptions(t)}
              value={values.what}
              error={problems['cause']}
              onChange={(what) => what !== null && set({ what: what as Values['what'] })}
            />
          )}
          <WholeNumberInput
            data-autofocus
            label={t('shipments:stock.movement.quantity')}
            value={values.quantity}
            error={problems['quantity']}
            onChange={(quantity) => set({ quantity })}
          />
          <DayInput
            label={t('shipments:stock.movement.day')}
            value={values.day}
            error={problems['day']}
            onChange={(day) => set({ day })}
          />
          <Chooser
            label={t(values.what === MOVE ? 'shipments:stock.movement.from' : 'shipments:stock.movement.place')}
            data={placeOptions(t)}
            value={values.place}
            error={problems['place']}
            searchable
            onChange={(place) => place !== null && set({ place: place as Place })}
          />
          {isMove && (
            <Chooser
              label={t('shipments:stock.movement.toPlace')}
              data={placeOptions(t)}
              value={values.toPlace}
              error={problems['toPlace']}
              searchable
              onChange={(toPlace) => set({ toPlace: toPlace as Place | null })}
            />
          )}
        </div>
        {hasWords && (
          <TextAreaInput
            label={t('shipments:stock.movement.words')}
            rows={2}
            maxLength={500}
            value={values.words}
            error={problems['words']}
            onChange={(words) => set({ words })}
          />
        )}
        {recording.warnings.map((warning) => (
          <Note key={warning} tone="warning" role="status">
            {warning}
          </Note>
        ))}
        {rest !== undefined && (
          <Note tone="danger" role="alert">
            {rest}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

const whatOptions = (t: T) => [
  ...TAKING_CAUSES.filter((cause) => cause !== 'COUNT').map((value) => ({
    value,
    label: t(`shipments:stock.movement.causes.${value}`),
  })),
  { value: MOVE, label: t('shipments:stock.movement.kinds.MOVE') },
];

/** The fields of the one row that is sent, which the call names with the row. */
const inRow = (shown: readonly string[]) => (path: string) => {
  const name = path.replace(/^rows\.0\./, '');
  return shown.includes(name) ? name : undefined;
};

function rowOf(productId: string, values: Values, sale: StockMovement | undefined): MovementRow {
  const { what, day, place, toPlace, words } = values;
  const row = { productId, day, place, quantity: values.quantity ?? 0 };
  if (sale) return { ...row, kind: 'RETURN', ofId: sale.id };
  if (what === MOVE) return { ...row, kind: MOVE, ...(toPlace !== null && { toPlace }) };
  return { ...row, kind: 'TAKING', cause: what, words };
}
