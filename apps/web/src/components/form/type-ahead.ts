import { type ComboboxData, type ComboboxItem, type ComboboxParsedItem, getParsedComboboxData } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';

/** Letters that follow each other faster than this, in milliseconds, are one word. */
const TOGETHER_MS = 800;

const flat = (options: readonly ComboboxParsedItem[]): ComboboxItem[] =>
  options.flatMap((option) => ('group' in option ? option.items : [option]) as ComboboxItem[]);

/**
 * Finds the option that begins with the letters that are typed in a chooser without a search, as in a list of the
 * browser. The same letter again goes on to the next option that begins with it.
 */
export function useTypeAhead(data: ComboboxData | undefined, value: string | null | undefined) {
  const letters = useRef({ text: '', at: 0 });
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent): ComboboxItem | undefined => {
    const before = timeStamp - letters.current.at < TOGETHER_MS ? letters.current.text : '';
    // A space opens the list, unless it is part of a word.
    if (key.length !== 1 || ctrlKey || metaKey || altKey || (key === ' ' && before === '')) return undefined;
    const text = before === key.toLowerCase() ? before : before + key.toLowerCase();
    letters.current = { text, at: timeStamp };
    const options = flat(getParsedComboboxData((data ?? []) as ComboboxData) as ComboboxParsedItem[]);
    const known = options.findIndex((option) => option.value === value);
    const start = text.length > 1 ? Math.max(known, 0) : known + 1;
    return [...options.slice(start), ...options.slice(0, start)].find(
      ({ label, disabled }) => !disabled && label.toLowerCase().startsWith(text),
    );
  };
}
