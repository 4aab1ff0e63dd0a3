import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { TextInput } from '../../../components/form/inputs.tsx';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { readTypedNumber } from '../../../lib/words/typed-number.ts';
import classes from '../freight.module.css';

/** The two cells of a row. */
export type Pair = readonly [string, string];

interface RowsProps {
  readonly title: string;
  readonly help?: string | undefined;
  /** What stands above the two cells. Each cell names itself to screen readers. */
  readonly heads: Pair;
  readonly rows: readonly Pair[];
  /** Which cells are numbers. */
  readonly numeric: readonly [boolean, boolean];
  /** The accessible name of a cell. */
  readonly labelOf: (row: number, cell: 0 | 1) => string;
  readonly errorOf: (row: number, cell: 0 | 1) => string | undefined;
  readonly problem?: string | undefined;
  readonly addWords: string;
  readonly removeWords: (row: number) => string;
  /** The least number of rows. */
  readonly least: 0 | 1;
  readonly onChange: (rows: readonly Pair[]) => void;
}

/** Rows of two cells. Enter in the last row adds one, and a pasted block of two columns fills the rows from there. */
export function NumberRows(props: RowsProps) {
  const { title, help, heads, rows, least, onChange, addWords, removeWords, problem } = props;
  const list = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    onChange([...rows, ['', '']]);
    // The row exists after the next render.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('[data-first]')[rows.length]?.focus());
  };
  const set = (row: number, cell: 0 | 1, value: string) =>
    onChange(rows.map((pair, i) => (i !== row ? pair : cell === 0 ? [value, pair[1]] : [pair[0], value])));
  return (
    <fieldset ref={list} className={classes.rows}>
      <legend className="field-label">{title}</legend>
      {help && <p className="muted">{help}</p>}
      {rows.length > 0 && (
        <div className={classes.rowFields} aria-hidden>
          <span className="muted">{heads[0]}</span>
          <span className="muted">{heads[1]}</span>
        </div>
      )}
      {rows.map((pair, row) => (
        <div key={row} className={classes.rowFields}>
          {([0, 1] as const).map((cell) => (
            <Cell key={cell} {...props} pair={pair} row={row} cell={cell} onAdd={add} onSet={set} />
          ))}
          {rows.length > least ? (
            <IconButton
              icon={IconTrash}
              label={removeWords(row)}
              onClick={() => onChange(rows.filter((_, i) => i !== row))}
            />
          ) : (
            <span />
          )}
        </div>
      ))}
      {problem !== undefined && (
        <span className="problem block" role="alert">
          {problem}
        </span>
      )}
      <div>
        <ActionButton icon={IconPlus} size="xs" onClick={add}>
          {addWords}
        </ActionButton>
      </div>
    </fieldset>
  );
}

interface CellProps extends RowsProps {
  readonly pair: Pair;
  readonly row: number;
  readonly cell: 0 | 1;
  readonly onAdd: () => void;
  readonly onSet: (row: number, cell: 0 | 1, value: string) => void;
}

function Cell({ rows, numeric, labelOf, errorOf, pair, row, cell, onAdd, onSet, onChange }: CellProps) {
  const isNumber = numeric[cell];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || row !== rows.length - 1 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onAdd();
  };
  const onPaste = (event: ClipboardEvent) => {
    const block = pastedPairs(event.clipboardData.getData('text'), numeric);
    if (!block) return;
    event.preventDefault();
    onChange([...rows.slice(0, row), ...block, ...rows.slice(row + block.length)]);
  };
  return (
    <TextInput
      aria-label={labelOf(row, cell)}
      data-first={cell === 0 || undefined}
      className={isNumber ? 'num' : ''}
      {...(isNumber && { inputMode: 'decimal' as const })}
      maxLength={isNumber ? 30 : 100}
      value={pair[cell]}
      error={errorOf(row, cell)}
      onChange={(value) => onSet(row, cell, value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => {
        const read = isNumber ? readTypedNumber(pair[cell]) : undefined;
        if (read && 'plain' in read && read.plain !== pair[cell]) onSet(row, cell, read.plain);
      }}
    />
  );
}

/** The pairs of a pasted block; undefined if it is a single cell. */
function pastedPairs(text: string, numeric: readonly [boolean, boolean]): Pair[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (!lines.some((line) => line.includes('\t'))) return undefined;
  return lines.map((line) => {
    const [first = '', second = ''] = line.split('\t').map((cell) => cell.trim());
    return [numeric[0] ? plainOf(first) : first, numeric[1] ? plainOf(second) : second];
  });
}

/** A number as it is typed; a text that can be read in two ways stays, and its cell says so. */
function plainOf(text: string): string {
  const read = readTypedNumber(text.replace(/^[+≥>]=?\s*/, ''));
  return 'plain' in read ? read.plain : text;
}
