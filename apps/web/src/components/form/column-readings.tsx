import type { FileReading } from '@quayside/contracts/imports';
import type { DayOrder, DaysOfColumn } from '@quayside/domain/days/day-text';
import type { DecidedReading, DecimalMark } from '@quayside/domain/money/number-text';
import { Fragment } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { type FileChoice, FileReadings } from './file-reading.tsx';
import { NumberReadingChoice } from './number-reading.tsx';
import classes from './number-reading.module.css';

/** A column of an imported table, with how its numbers and days are read. */
export interface ReadColumn {
  readonly heading: string;
  readonly numbers: (DecidedReading & { readonly ambiguous: string | null }) | null;
  readonly days: DaysOfColumn | null;
}
/** What a person chose about how a table is read. */
export interface ReadingChoices extends FileChoice {
  readonly decimalMark?: DecimalMark;
  readonly dayOrder?: DayOrder;
}

/** Whether a person must still choose how a column is read, so that nothing can be imported. */
export const isReadingOpen = (columns: readonly ReadColumn[]): boolean =>
  columns.some(({ numbers, days }) => numbers?.reading === 'OPEN' || days?.reading === 'OPEN');

/** Says how an imported table, its numbers and its days are read, and asks where its columns do not show it. */
export function ColumnReadings({
  columns,
  file,
  onChoose,
}: {
  readonly columns: readonly ReadColumn[];
  /** How the file was read; undefined: the cells were pasted. */
  readonly file?: FileReading | undefined;
  readonly onChoose: (choice: ReadingChoices) => void;
}) {
  const readings = columns.map(({ heading, numbers, days }, at) => (
    // A fragment: an empty element would take the room of a line.
    <Fragment key={at}>
      {numbers && (
        <NumberReadingChoice
          {...numbers}
          isNamed
          column={heading}
          onChoose={(decimalMark) => onChoose({ decimalMark })}
        />
      )}
      {days && days.ambiguous !== null && (
        <DayReadingChoice column={heading} {...days} onChoose={(dayOrder) => onChoose({ dayOrder })} />
      )}
    </Fragment>
  ));
  return (
    <>
      {file && <FileReadings reading={file} onChoose={onChoose} />}
      {readings}
    </>
  );
}

interface DayReadingProps extends DaysOfColumn {
  readonly column: string;
  readonly onChoose: (order: DayOrder) => void;
}
const EXAMPLES: Readonly<Record<DayOrder, string>> = { DMY: '31/12/2026', MDY: '12/31/2026' };
const orderOf = ({ reading }: DaysOfColumn): DayOrder | undefined =>
  reading === 'DMY' || reading === 'MDY' ? reading : undefined;

/** Says whether day or month comes first in the days of a column, and asks where the column does not show it. */
function DayReadingChoice({ column, onChoose, ...days }: DayReadingProps) {
  const t = useT();
  const order = orderOf(days);
  return (
    <label className={classes['reading']} data-named>
      {column}:{' '}
      {order ? (
        t('choices:days.readAs', { example: EXAMPLES[order] })
      ) : (
        <b className="problem">{t('choices:days.open', { cell: days.ambiguous ?? '' })}</b>
      )}
      <select
        aria-label={t('choices:days.choose', { column })}
        value={order ?? ''}
        data-autofocus={order === undefined || undefined}
        onChange={(event) => onChoose(event.currentTarget.value as DayOrder)}
      >
        {!order && (
          <option value="" disabled>
            {t('choices:numbers.none')}
          </option>
        )}
        <option value="DMY">{EXAMPLES.DMY}</option>
        <option value="MDY">{EXAMPLES.MDY}</option>
      </select>
    </label>
  );
}
