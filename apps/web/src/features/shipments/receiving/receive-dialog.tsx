import { resolveProductCodes } from '@quayside/contracts/products/product-codes';
import { todayIn } from '@quayside/domain/days/days';
import type { Place } from '@quayside/domain/stock/places';
import { useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { onCtrlEnter } from '../../../components/form/on-ctrl-enter.ts';
import { useGuardedClose } from '../../../components/form/use-guarded-close.ts';
import { CodeField } from '../../../components/scan/code-field.tsx';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { refusals } from '../../../lib/errors/refusals.ts';
import { write } from '../../../lib/api/write.ts';
import classes from '../shipments.module.css';
import { ArrivalsPreview } from './arrivals-preview.tsx';
import { arriving, changesOf, type ReceiveLine, requestOf, type Typed } from './receive-lines.ts';
import { ReceiveTable } from './receive-table.tsx';
import { placeOptions } from '../place-words.ts';
import { type Arrivals, useReceive, useReceivePreview } from './use-receive.ts';

interface ReceiveProps {
  /** What is received: the number of a plan, or the name of an order. */
  readonly name: string;
  readonly lines: readonly ReceiveLine[];
  /** Where it probably arrives, and when, if that is known. */
  readonly place?: Place;
  readonly day?: string | null;
  readonly onClose: () => void;
}

/** The dialog that records what arrives: everything that is expected is proposed, then previewed, then recorded. */
export function ReceiveDialog({ name, lines, place = 'WAREHOUSE', day, onClose }: ReceiveProps) {
  const t = useT();
  const today = todayIn(Date.now(), useTimeZone());
  const [proposed] = useState<Typed>({
    day: day ?? today,
    place,
    quantities: new Map(lines.map(({ key, expected }) => [key, expected > 0 ? expected : null])),
    reasons: new Map(),
  });
  const [typed, setTyped] = useState(proposed);
  const close = useGuardedClose(changesOf(proposed, typed), onClose);
  const [shown, setShown] = useState<Arrivals>();
  const preview = useReceivePreview();
  const receive = useReceive();
  const asked = arriving(lines, typed);
  const blocked = lines.length === 0 || asked.length === 0 || typed.day === '';
  const look = () => {
    if (!blocked) preview.mutate(requestOf(lines, typed), { onSuccess: setShown });
  };
  const title = t('shipments:receiving.title', { name });
  const error = preview.error ?? receive.error;
  const inRow = (path: string) => asked.findIndex((_, at) => path.startsWith(`rows.${at}.`)) >= 0;
  // What was previewed shows no fields.
  const inFields = (path: string) => (shown === undefined && (path === 'day' || inRow(path)) ? path : undefined);
  const { fields, rest } = refusals(error, inFields, {
    verb: 'create',
    entity: t('shipments:receiving.receipts.entity'),
  });
  return (
    <Dialog
      title={title}
      size={760}
      isLong
      onClose={close}
      footer={
        shown ? (
          <>
            <Button onClick={() => (receive.reset(), setShown(undefined))}>{t('back')}</Button>
            <Button
              key="apply"
              variant="filled"
              loading={receive.isPending}
              onClick={() => receive.mutate(requestOf(lines, typed), { onSuccess: onClose })}
              autoFocus
            >
              {t('shipments:receiving.apply', { count: shown.units, formatted: formatCount(shown.units) })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button variant="filled" loading={preview.isPending} disabled={blocked} onClick={look}>
              {t('bulk:look')}
            </Button>
          </>
        )
      }
    >
      {shown ? (
        <ArrivalsPreview arrivals={shown} nameOf={nameOfRow(lines, t('shipments:receiving.notPacked'))} />
      ) : lines.length === 0 ? (
        <p className="muted">{t('shipments:receiving.nothing')}</p>
      ) : (
        <Fields
          lines={lines}
          typed={typed}
          onChange={setTyped}
          onLook={look}
          dayError={fields['day']}
          errorOf={(key) => errorOfLine(asked, fields, key)}
        />
      )}
      {rest !== undefined && !preview.isPending && !receive.isPending && (
        <Note tone="danger" role="alert">
          {rest}
        </Note>
      )}
    </Dialog>
  );
}

const nameOfRow =
  (lines: readonly ReceiveLine[], notPacked: string) =>
  ({ packListId }: Arrivals['rows'][number]): string =>
    lines.find(({ key }) => key === packListId)?.name ?? notPacked;

/** What the server says about a line. Its rows are those of which units arrive. */
function errorOfLine(
  asked: readonly ReceiveLine[],
  fields: Readonly<Record<string, string>>,
  key: string,
): string | undefined {
  const at = asked.findIndex((line) => line.key === key);
  return at < 0 ? undefined : Object.entries(fields).find(([field]) => field.startsWith(`rows.${at}.`))?.[1];
}

interface FieldsProps {
  readonly lines: readonly ReceiveLine[];
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
  readonly onLook: () => void;
  readonly dayError: string | undefined;
  readonly errorOf: (key: string) => string | undefined;
}

function Fields({ lines, typed, onChange, onLook, dayError, errorOf }: FieldsProps) {
  const t = useT();
  const table = useRef<HTMLTableElement>(null);
  const [unknown, setUnknown] = useState<string>();
  const find = async (code: string) => {
    setUnknown(undefined);
    const found = await write(async () => ({ line: await lineWithCode(lines, code) }), {
      failure: { verb: 'get', entity: t('shipments:receiving.code') },
    });
    if (!found) return false;
    const { line } = found.result;
    setUnknown(line ? undefined : code);
    const input = line && table.current?.querySelector<HTMLInputElement>(`[data-line="${line.key}"] input`);
    input?.focus();
    input?.select();
    return true;
  };
  return (
    <div className="stack" role="presentation" onKeyDown={onCtrlEnter(onLook)}>
      <div className={classes.fields}>
        <DayInput
          label={t('shipments:receiving.day')}
          value={typed.day}
          error={dayError}
          onChange={(day) => onChange({ ...typed, day })}
        />
        <Chooser
          label={t('shipments:receiving.place')}
          data={placeOptions(t)}
          value={typed.place}
          searchable
          onChange={(place) => place !== null && onChange({ ...typed, place: place as Place })}
        />
        <CodeField
          label={t('shipments:receiving.code')}
          error={unknown === undefined ? undefined : t('shipments:receiving.codeUnknown', { code: unknown })}
          onCode={find}
        />
      </div>
      <ReceiveTable ref={table} lines={lines} typed={typed} onChange={onChange} onLast={onLook} errorOf={errorOf} />
    </div>
  );
}

/** The line of a product that has this code, or of the pack list with this number. */
async function lineWithCode(lines: readonly ReceiveLine[], code: string): Promise<ReceiveLine | undefined> {
  const lower = code.toLowerCase();
  const own = lines.find(({ name, sku }) => [name, sku].some((one) => one.toLowerCase() === lower));
  if (own) return own;
  const { codes } = await call(resolveProductCodes, { body: { codes: [code] } });
  const ids = new Set(codes.flatMap(({ products }) => products.map(({ id }) => id)));
  return lines.find(({ productId }) => ids.has(productId));
}
