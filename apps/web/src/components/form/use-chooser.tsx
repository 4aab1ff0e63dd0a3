import type {
  ComboboxData,
  ComboboxItem,
  ComboboxLikeRenderOptionInput,
  ComboboxParsedItem,
  OptionsFilter,
} from '@mantine/core';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useBackLayer } from '../../lib/back-layers.ts';
import { bestFirst } from './best-first.ts';
import classes from './chooser.module.css';

/** What a chooser has in addition to the fields of the kit. */
export interface ChooserExtras {
  /** The text of an option that is searched. By default, its label. */
  readonly wordsOf?: ((option: ComboboxItem) => string) | undefined;
  /** Offers to create what was typed, as the last row: its words, and what it does. */
  readonly create?: { readonly words: (text: string) => string; readonly onCreate: (text: string) => void } | undefined;
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
  readonly onSearchChange?: ((text: string) => void) | undefined;
  readonly renderOption?: ((input: ComboboxLikeRenderOptionInput<ComboboxItem>) => ReactNode) | undefined;
}

/** The value of the row that creates an option. No id or code contains this character. */
const CREATE = '\u0001create';
const isCreate = (value: unknown): boolean => value === CREATE;
const MOST_SHOWN = 300;
const ACTIVE = '[data-combobox-selected]';
const FIRST = '[data-combobox-option]:not([data-combobox-disabled])';

/** Makes a field of the kit a chooser. Returns the props that it needs. */
export function useChooser(
  kit: KitProps,
  { wordsOf = labelOf, create, nothingFound, onEmptied }: ChooserExtras & { onEmptied: (() => void) | undefined },
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
  ] as ComboboxData;

  const close = () => (setOpen(false), kit.onDropdownClose?.());
  useBackLayer(kit.dropdownOpened ?? isOpen, close);
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if ((key !== 'Enter' && key !== 'Tab') || (key === 'Tab' && event.shiftKey && text === '')) return;
    const list = isOpen ? document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '') : null;
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
    const active =
      list.querySelector<HTMLElement>(ACTIVE) ?? (text === '' ? null : list.querySelector<HTMLElement>(FIRST));
    // The chosen option stays: only a click on it takes it away again.
    if (active && active.getAttribute('aria-selected') !== 'true') active.click();
    else if (key === 'Enter' && text === '') {
      if (typed === '') onEmptied?.();
      setTyped(undefined);
      close();
    }
  };

  const filter: OptionsFilter = ({ options, search, limit }) => {
    const others = options.filter((option) => !('value' in option) || !isCreate(option.value));
    const found = kit.filter
      ? kit.filter({ options: others, search, limit })
      : bestFirst(others, search, limit, wordsOf);
    const isKnown = flat(found).some(({ label }) => label.toLowerCase() === text.toLowerCase());
    return isKnown ? found : [...found, ...options.filter((option) => 'value' in option && isCreate(option.value))];
  };
  const { renderOption } = kit;

  const shared = {
    data,
    filter,
    limit: kit.limit ?? MOST_SHOWN,
    error: kit.error ?? (left === undefined ? undefined : t('chooser.left', { text: left })),
    nothingFoundMessage: nothingFound ?? (text === '' ? t('grid.optionsNone') : t('chooser.none', { text })),
    classNames: {
      option: classes.option ?? '',
      options: classes.options ?? '',
      inputField: classes.inner ?? '',
      ...(kit.searchable === false ? {} : { dropdown: classes.list ?? '' }),
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
    dropdownOpened: kit.dropdownOpened ?? isOpen,
    onDropdownOpen: () => (setOpen(true), kit.onDropdownOpen?.()),
    onDropdownClose: close,
    onInput: (event: FormEvent<HTMLInputElement>) => (setTyped(event.currentTarget.value), setLeft(undefined)),
    // Typing replaces the label of the chosen option.
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      if (typed === undefined) event.currentTarget.select();
    },
    onKeyDownCapture,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && setTyped(undefined),
    onOptionSubmit: (value: string) => {
      created.current = text;
      setTyped(undefined);
      setLeft(undefined);
      kit.onOptionSubmit?.(value as never);
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      if (typed === '') onEmptied?.();
      if (text !== '') setLeft(text);
      setTyped(undefined);
      kit.onBlur?.(event);
    },
    ...(renderOption || create
      ? {
          renderOption: (input: ComboboxLikeRenderOptionInput<ComboboxItem>) =>
            isCreate(input.option.value) ? (
              <span className={classes.create}>{input.option.label}</span>
            ) : (
              (renderOption?.(input) ?? <span>{input.option.label}</span>)
            ),
        }
      : {}),
  };
  return { shared, isCreate, create: () => create?.onCreate(created.current) };
}

const labelOf = ({ label }: ComboboxItem): string => label;
const flat = (options: readonly ComboboxParsedItem[]): ComboboxItem[] =>
  options.flatMap((option) => ('group' in option ? option.items : [option]) as ComboboxItem[]);
/** A text that changes with the options. It is never empty, because the kit reads it as true. */
const keyOf = (data: ComboboxData | undefined): string => `options ${JSON.stringify(data ?? [])}`;
