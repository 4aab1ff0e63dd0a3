import { TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useKeys } from '../../lib/page/keys.ts';
import classes from './search-field.module.css';

const SEARCH_DELAY_MS = 500;

interface SearchFieldProps {
  /** The current search text. It can also change without typing. */
  readonly value: string;
  /**
   * Called after a debounce when the person types, immediately on Enter, and with an empty text when the field is
   * cleared.
   */
  readonly onSearch: (text: string) => void;
  /** The accessible name. */
  readonly label: string;
  readonly placeholder: string;
  /** Called on Arrow down, to move the focus to the first result. */
  readonly onDown?: (() => void) | undefined;
  readonly className?: string | undefined;
}

/**
 * The search field of a list. `/` focuses the field, Enter or leaving it searches immediately, Arrow down moves to the
 * results, and Escape or the clear button empties the field.
 */
export function SearchField({ value, onSearch, label, placeholder, onDown, className }: SearchFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const send = useRef(onSearch);
  send.current = onSearch;
  const isPhone = useMediaQuery('(max-width: 767.98px)');
  useKeys({ '/': () => input.current?.focus() });
  // Update the field when the search in the URL was changed elsewhere, for example by "Clear search".
  useEffect(() => setText((now) => (now.trim() === value ? now : value)), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => send.current(text.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  const clear = () => {
    setText('');
    onSearch('');
  };
  return (
    <TextInput
      ref={input}
      className={className ?? ''}
      type="text"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      onChange={(event) => setText(event.currentTarget.value)}
      // Whoever leaves the field means what it says, so that no key finds the rows of another text.
      onBlur={() => {
        if (text.trim() !== value) onSearch(text.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSearch(text.trim());
        if (event.key === 'ArrowDown' && onDown) {
          event.preventDefault();
          onDown();
        }
        if (event.key === 'Escape' && text) {
          event.stopPropagation();
          clear();
        }
      }}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text ? (
          <button
            type="button"
            className={classes.clear}
            aria-label={t('grid.clearSearch')}
            onClick={() => (clear(), input.current?.focus())}
          >
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        ) : isPhone ? undefined : (
          <kbd aria-hidden>/</kbd>
        )
      }
    />
  );
}
