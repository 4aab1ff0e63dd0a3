import type { CustomCellEditorProps } from 'ag-grid-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { isRedo, isUndoOrRedo } from '../../../lib/editing/undo-keys.ts';
import { type CellEdit, optionOf } from './cell-edit.ts';
import classes from './edit.module.css';

/**
 * The value that the editor reports to AG Grid. It is an object, so that AG Grid never considers it equal to the cell's
 * old value.
 */
interface TypedText {
  readonly text: string;
}
export const isTyped = (value: unknown): value is TypedText =>
  typeof value === 'object' && value !== null && 'text' in value;

interface EditorProps extends CustomCellEditorProps {
  readonly edit: CellEdit<unknown>;
  readonly header: string;
  /** The initial text: the stored text, or a typed text that was refused. */
  readonly startText: (data: unknown) => string;
  readonly rowName: (data: unknown) => string;
  /** Receives the text on every keystroke. When Ctrl Enter is pressed, the key handler reads the last text received. */
  readonly onTyping: (text: string) => void;
}

/** The editor of a cell: a text field or a select. */
export function CellEditor({ edit, header, startText, rowName, onTyping, data, eventKey, onValueChange }: EditorProps) {
  const t = useT();
  const listId = useId();
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const typed = eventKey !== null && eventKey.length === 1 ? eventKey : undefined;
  const [start] = useState(() => startOf(edit, startText(data), eventKey));
  const [text, setText] = useState(start);
  const [words, setWords] = useState<readonly string[]>([]);
  const change = (next: string) => {
    setText(next);
    onTyping(next);
    onValueChange({ text: next } satisfies TypedText);
  };
  const first = useRef(change);
  useEffect(() => {
    field.current?.focus();
    if (typed === undefined && edit.kind !== 'select') field.current?.select();
    first.current(start);
  }, [typed, start, edit.kind]);
  useEffect(() => {
    let isShown = true;
    void edit.suggestions?.().then(
      (found) => isShown && setWords(found),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [edit]);
  const label = t('grid.edit.field', { column: header, row: rowName(data) });
  if (edit.kind === 'select') {
    const options = edit.options ?? [];
    return (
      <select
        ref={field}
        className={classes.field}
        aria-label={label}
        value={optionOf(options, text)?.value ?? ''}
        onChange={(event) => change(options.find(({ value }) => value === event.currentTarget.value)?.label ?? '')}
      >
        {!options.some(({ value }) => value === '') && optionOf(options, text) === undefined && (
          <option value="">{text}</option>
        )}
        {options.map(({ value, label: word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    );
  }
  return (
    <>
      <input
        dir="auto"
        ref={field}
        className={classes.field}
        data-number={edit.kind === 'number' || undefined}
        aria-label={label}
        value={text}
        inputMode={edit.kind === 'number' ? 'decimal' : 'text'}
        maxLength={2000}
        autoComplete="off"
        {...(words.length > 0 ? { list: listId } : {})}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isUndoOrRedo(event)) return;
          event.preventDefault();
          if (!isRedo(event)) change(startText(data));
        }}
      />
      {words.length > 0 && (
        <datalist id={listId}>
          {words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
  );
}

/**
 * The initial text of the editor. A letter that started editing replaces the stored text; in a select, it chooses the
 * first option that begins with it.
 */
function startOf(edit: CellEdit<unknown>, stored: string, eventKey: string | null): string {
  if (eventKey === 'Backspace' || eventKey === 'Delete') return '';
  if (eventKey === null || eventKey.length !== 1) return stored;
  if (edit.kind !== 'select') return eventKey;
  return edit.options?.find(({ label }) => label.toLowerCase().startsWith(eventKey.toLowerCase()))?.label ?? stored;
}
