import {
  type ComboboxData,
  type ComboboxItem,
  type ComboboxLikeRenderOptionInput,
  type ComboboxParsedItem,
  getParsedComboboxData,
  type OptionsFilter,
} from '@mantine/core';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useBackLayer } from '../../lib/page/back-layers.ts';
import { bestFirst } from './best-first.ts';
import classes from './chooser.module.css';

/** What a chooser has in addition to the fields of the kit. */
export interface ChooserExtras {
  /** The text of an option that is searched. By default, its label. */
  readonly wordsOf?: ((option: ComboboxItem) => string) | undefined;
  /** Offers to create what was typed, as the last row: its words, and what it does. */
  readonly create?: { readonly words: (text: string) => string; readonly onCreate: (text: string) => void } | undefined;
  /** Offers to list more options, as the last row: its words, and what it does. The list stays open. */
  readonly more?: { readonly words: string; readonly onMore: () => void } | undefined;
  /** Whether the options still are those of an earlier text. Enter and Tab then wait for those of this text. */
  readonly isStale?: boolean | undefined;
  /** A question that only the person can answer, with the arrow keys or a click: the first option is not taken. */
  readonly question?: string | undefined;
  /** Shown when no option matches. */
  readonly nothingFound?: ReactNode;
}

/** The props of Select and MultiSelect with which a chooser works. */
interface KitProps {
  readonly data?: ComboboxData | undefined;
  readonly error?: ReactNode;
  readonly filter?: OptionsFilter | undefined;
  readonly limit?: number | undefined;
  readonly searchable?: boolean | undefined;
  readonly maxDropdownHeight?: number | string | undefined;
  readonly comboboxProps?: object | undefined;
  readonly dropdownOpened?: boolean | undefined;
  readonly onDropdownOpen?: (() => void) | undefined;
  readonly onDropdownClose?: (() => void) | undefined;
  readonly onOptionSubmit?: ((value: never) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  readonly searchValue?: string | undefined;
  readonly onSearchChange?: ((text: string) => void) | undefined;
  readonly renderOption?: ((input: ComboboxLikeRenderOptionInput<ComboboxItem>) => ReactNode) | undefined;
}

/** The values of the rows that are no options. No id or code contains this character. */
const CREATE = '\u0001create';
const MORE = '\u0001more';
const isCreate = (value: unknown): boolean => value === CREATE;
const isMore = (value: unknown): boolean => value === MORE;
const MOST_SHOWN = 300;
const ACTIVE = '[data-combobox-selected]';
const FIRST = '[data-combobox-option]:not([data-combobox-disabled])';

/** Makes a field of the kit a chooser. Returns the props that it needs. */
export function useChooser(
  kit: KitProps,
  {
    wordsOf = labelOf,
    create,
    more,
    isStale = false,
    question,
    nothingFound,
    picked,
    onTake,
    onEmptied,
  }: ChooserExtras & {
    /** The values that are chosen already. */
    readonly picked: readonly string[];
    /** Chooses an option although the list is not shown. */
    readonly onTake: (option: ComboboxItem) => void;
    readonly onEmptied: (() => void) | undefined;
  },
) {
  const t = useT();
  // What the person has typed since the last choice. The text of the field is not enough, because it is also the label
  // of the chosen option.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  // The text with which the field was left although it chose nothing. It is named, so that it is not lost silently.
  const [left, setLeft] = useState<string>();
  const created = useRef('');
  const text = typed?.trim() ?? '';
  const data: ComboboxData = [
    ...(kit.data ?? []),
    ...(create && text !== '' ? [{ value: CREATE, label: create.words(text) }] : []),
    ...(more ? [{ value: MORE, label: more.words }] : []),
  ] as ComboboxData;
  // Whether the person has moved to an option since they typed. A question needs such an answer.
  const [hasMoved, setMoved] = useState(false);
  const isAsked = question !== undefined && text !== '' && !hasMoved;
  // The field in which Enter or Tab was pressed before the options of its text had arrived. It waits for them with its
  // list hidden if it is left. The kit then empties the search, of which the caller is told afterwards.
  const waiting = useRef<HTMLInputElement>(null);
  const emptied = useRef<string>(undefined);
  const [isHidden, setHidden] = useState(false);
  const staysOpen = useRef(false);
  const isShown = (kit.dropdownOpened ?? isOpen) && !isHidden;

  const finish = () => {
    waiting.current = null;
    setHidden(false);
    setOpen(false);
    kit.onDropdownClose?.();
    if (emptied.current !== undefined) kit.onSearchChange?.(emptied.current);
    emptied.current = undefined;
  };
  const close = () => {
    if (staysOpen.current) return void (staysOpen.current = false);
    if (waiting.current) setHidden(true);
    else finish();
  };
  const giveUp = () => {
    waiting.current = null;
    close();
  };
  useBackLayer(isShown, giveUp);
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (key === 'Escape' && waiting.current) {
      waiting.current = null;
      if (isHidden) finish();
    }
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (isArrow) {
      setMoved(true);
      // The kit has made the first option active already, although it was not shown.
      if (isAsked) {
        event.preventDefault();
        event.stopPropagation();
      }
      return;
    }
    if ((key !== 'Enter' && key !== 'Tab') || (key === 'Tab' && event.shiftKey && text === '')) return;
    const list = isOpen && !isHidden ? listOf(event.currentTarget) : null;
    if (!list) {
      // A field that has the focus from the start counts as open before its list is shown. The kit would then take the
      // chosen option away with Enter.
      if (key === 'Enter' && isOpen && text === '') {
        event.stopPropagation();
        close();
      }
      return;
    }
    if (key === 'Enter') {
      // Enter in an open list is for the list. It must neither submit the form nor reach the keys of the page.
      event.preventDefault();
      event.stopPropagation();
    }
    if (text !== '' && (isStale || isAsked)) {
      if (isStale && !event.shiftKey) waiting.current = event.currentTarget;
      return;
    }
    const active =
      list.querySelector<HTMLElement>(ACTIVE) ?? (text === '' ? null : list.querySelector<HTMLElement>(FIRST));
    // The chosen option stays: only a click on it takes it away again.
    const isRowOfMore = active?.getAttribute('value') === MORE;
    if (active && active.getAttribute('aria-selected') !== 'true' && !(isRowOfMore && key === 'Tab')) active.click();
    else if (key === 'Enter' && text === '') {
      if (typed === '') onEmptied?.();
      setTyped(undefined);
      close();
    }
  };

  const filter: OptionsFilter = ({ options, search, limit }) => {
    const isRow = (option: ComboboxParsedItem) => 'value' in option && (isCreate(option.value) || isMore(option.value));
    const others = options.filter((option) => !isRow(option));
    const found = kit.filter
      ? kit.filter({ options: others, search, limit })
      : bestFirst(others, search, limit, wordsOf);
    const isKnown = flat(found).some(({ label }) => label.toLowerCase() === text.toLowerCase());
    const rows = options.filter((option) => isRow(option) && !(isKnown && 'value' in option && isCreate(option.value)));
    return [...found, ...rows];
  };
  const settle = () => {
    const input = waiting.current;
    if (isStale || !input) return;
    const options = getParsedComboboxData((kit.data ?? []) as ComboboxData) as ComboboxParsedItem[];
    const listed = flat(filter({ options, search: text, limit: kit.limit ?? MOST_SHOWN }));
    const first = question === undefined ? listed.find(({ disabled }) => !disabled) : undefined;
    waiting.current = null;
    if (!isHidden) {
      if (first) listOf(input)?.querySelector<HTMLElement>(FIRST)?.click();
      return;
    }
    setTyped(undefined);
    finish();
    if (!first) setLeft(text);
    else if (!picked.includes(first.value)) onTake(first);
  };
  // The answer can arrive in the same moment in which the field is left.
  useEffect(settle);
  const { renderOption } = kit;

  const shared = {
    data,
    filter,
    limit: kit.limit ?? MOST_SHOWN,
    error:
      kit.error ??
      (text === '' ? undefined : question) ??
      (left === undefined ? undefined : t('chooser.left', { text: left })),
    nothingFoundMessage: nothingFound ?? (text === '' ? t('grid.optionsNone') : t('chooser.none', { text })),
    classNames: {
      option: classes.option ?? '',
      options: classes.options ?? '',
      inputField: classes.inner ?? '',
      ...(kit.searchable === false ? {} : { dropdown: `${classes.list} ${isAsked ? classes.asked : ''}` }),
    },
    // The list itself scrolls. The scrolled area of the kit inside the list would be a place that no key reaches.
    withScrollArea: false,
    styles: { options: { maxHeight: kit.maxDropdownHeight ?? 220 } },
    comboboxProps: {
      shadow: 'md',
      transitionProps: { duration: 120, transition: 'fade-down' as const },
      position: 'bottom-start' as const,
      ...kit.comboboxProps,
    },
    // The kit makes the first option active when this value changes. It therefore also names the listed options, so
    // that the first match is active again when the results of a search arrive.
    selectFirstOptionOnChange: (text === '' ? false : keyOf(kit.data)) as boolean,
    ...(isHidden ? { searchValue: kit.searchValue ?? typed } : {}),
    onSearchChange: (next: string) => {
      if (waiting.current) emptied.current = next;
      else kit.onSearchChange?.(next);
    },
    dropdownOpened: isShown,
    onDropdownOpen: () => (setHidden(false), setOpen(true), kit.onDropdownOpen?.()),
    onDropdownClose: close,
    onInput: (event: FormEvent<HTMLInputElement>) => {
      waiting.current = null;
      emptied.current = undefined;
      setHidden(false);
      setTyped(event.currentTarget.value);
      setLeft(undefined);
      setMoved(false);
    },
    // Typing replaces the label of the chosen option.
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      if (typed === undefined) event.currentTarget.select();
    },
    onKeyDownCapture,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && setTyped(undefined),
    onOptionSubmit: (value: string) => {
      if (isMore(value)) {
        // A single choice closes the list in the same event.
        staysOpen.current = true;
        queueMicrotask(() => (staysOpen.current = false));
        return more?.onMore();
      }
      waiting.current = null;
      created.current = text;
      setTyped(undefined);
      setLeft(undefined);
      kit.onOptionSubmit?.(value as never);
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      if (waiting.current) return kit.onBlur?.(event);
      if (typed === '') onEmptied?.();
      if (text !== '') setLeft(text);
      setTyped(undefined);
      kit.onBlur?.(event);
    },
    ...(renderOption || create || more
      ? {
          renderOption: (input: ComboboxLikeRenderOptionInput<ComboboxItem>) =>
            isCreate(input.option.value) || isMore(input.option.value) ? (
              <span className={isMore(input.option.value) ? classes.more : classes.create}>{input.option.label}</span>
            ) : (
              (renderOption?.(input) ?? <span>{input.option.label}</span>)
            ),
        }
      : {}),
  };
  return { shared, isCreate, isMore, create: () => create?.onCreate(created.current) };
}

/** The open list of a field. */
const listOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-controls') ?? '');

const labelOf = ({ label }: ComboboxItem): string => label;
const flat = (options: readonly ComboboxParsedItem[]): ComboboxItem[] =>
  options.flatMap((option) => ('group' in option ? option.items : [option]) as ComboboxItem[]);
/** A text that changes with the options. It is never empty, because the kit reads it as true. */
const keyOf = (data: ComboboxData | undefined): string => `options ${JSON.stringify(data ?? [])}`;
