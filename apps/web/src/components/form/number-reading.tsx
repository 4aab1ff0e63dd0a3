import type { DecidedReading, DecimalMark, NumberReading } from '@quayside/domain/money/number-text';
import { useT } from '../../i18n/i18n.ts';
import classes from './number-reading.module.css';

interface NumberReadingProps {
  /** The heading of the column. */
  readonly column: string;
  readonly reading: NumberReading;
  /** The text of the first cell whose number is ambiguous, such as "6,555"; null if there is none. */
  readonly ambiguous: string | null;
  /** What the reading rests on, if not on the cells. */
  readonly by?: DecidedReading['by'] | undefined;
  /** Includes the heading in the text, for a choice that is not shown below the heading. */
  readonly isNamed?: boolean;
  /** Undefined when the choice can no longer be changed. */
  readonly onChoose?: ((mark: DecimalMark) => void) | undefined;
}

const MARK_OF: Partial<Record<NumberReading, DecimalMark>> = { POINT: '.', COMMA: ',' };
/** A number as it is written with each decimal mark. It is the same in every language, because it is the example. */
const EXAMPLES: Readonly<Record<DecimalMark, string>> = { '.': '1,234.56', ',': '1.234,56' };

/**
 * Says how the numbers of an imported or pasted column are read, and asks where the column does not show it. Nothing is
 * shown for numbers without a separator.
 */
export function NumberReadingChoice({ column, reading, ambiguous, by, isNamed = false, onChoose }: NumberReadingProps) {
  const t = useT();
  if (reading === 'PLAIN') return null;
  const mark = MARK_OF[reading];
  const isOpen = reading === 'OPEN';
  return (
    <label className={classes['reading']} data-named={isNamed || undefined}>
      {isNamed && <>{column}: </>}
      {isOpen ? (
        <b className="problem">{t('choices:numbers.open', { cell: ambiguous ?? '' })}</b>
      ) : mark ? (
        t(by === 'EARLIER_CHOICE' ? 'choices:numbers.readAsBefore' : 'choices:numbers.readAs', {
          example: EXAMPLES[mark],
        })
      ) : (
        t('choices:numbers.each')
      )}
      {onChoose && (
        <select
          aria-label={t('choices:numbers.choose', { column })}
          value={mark ?? ''}
          data-autofocus={isOpen || undefined}
          onChange={(event) => onChoose(event.currentTarget.value as DecimalMark)}
        >
          {!mark && (
            <option value="" disabled>
              {t('choices:numbers.none')}
            </option>
          )}
          <option value=".">{EXAMPLES['.']}</option>
          <option value=",">{EXAMPLES[',']}</option>
        </select>
      )}
    </label>
  );
}
