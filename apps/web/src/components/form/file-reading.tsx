import { ENCODINGS, type FileReading } from '@quayside/contracts/imports';
import { useT } from '../../i18n/i18n.ts';
import classes from './number-reading.module.css';

/** What a person chose about how a file is read. */
export interface FileChoice {
  readonly sheet?: string;
  readonly encoding?: (typeof ENCODINGS)[number];
}
/** UTF-8 can hardly be anything else, and UTF-16 says what it is. */
const IS_PLAIN: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be']);
/** One of the two kinds of UTF-16 is enough: a file that has them is recognised. */
const OFFERED = ENCODINGS.filter((encoding) => encoding !== 'utf-16be');

/**
 * Says which sheet and which encoding of a file were read where there are others, and what its sheet contains besides.
 * Without `onChoose`, nothing can be chosen.
 */
export function FileReadings({
  reading: { sheet, sheets, encoding, isEncodingSure, hiddenRows, mergedCells },
  onChoose,
}: {
  readonly reading: FileReading;
  readonly onChoose: ((choice: FileChoice) => void) | undefined;
}) {
  const t = useT();
  return (
    <>
      {sheets.length > 1 && (
        <Choice
          words={t('choices:file.sheets', { count: sheets.length, sheet: sheet ?? '' })}
          label={t('choices:file.sheet')}
          value={sheet ?? ''}
          options={sheets.map((one) => [one, one])}
          onChoose={onChoose && ((one) => onChoose({ sheet: one }))}
        />
      )}
      {encoding && (!isEncodingSure || !IS_PLAIN.has(encoding)) && (
        <Choice
          isOpen={!isEncodingSure}
          words={t(isEncodingSure ? 'choices:file.encodingRead' : 'choices:file.encodingGuessed', {
            encoding: t(`choices:file.encodings.${encoding}`),
          })}
          label={t('choices:file.encoding')}
          value={encoding}
          options={OFFERED.map((one) => [one, t(`choices:file.encodings.${one}`)])}
          onChoose={onChoose && ((one) => onChoose({ encoding: OFFERED.find((known) => known === one) ?? encoding }))}
        />
      )}
      {hiddenRows > 0 && <p className="muted">{t('choices:file.hidden', { count: hiddenRows })}</p>}
      {mergedCells > 0 && <p className="muted">{t('choices:file.merged', { count: mergedCells })}</p>}
    </>
  );
}

function Choice({
  words,
  label,
  value,
  options,
  onChoose,
  isOpen = false,
}: {
  readonly words: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoose: ((value: string) => void) | undefined;
  readonly isOpen?: boolean;
}) {
  return (
    <label className={classes['reading']} data-named>
      {isOpen ? <b className="problem">{words}</b> : words}
      <select
        aria-label={label}
        value={value}
        disabled={!onChoose}
        onChange={(event) => onChoose?.(event.currentTarget.value)}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
