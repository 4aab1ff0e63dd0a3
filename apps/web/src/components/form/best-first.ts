import type { ComboboxItem, ComboboxParsedItem } from '@mantine/core';

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** How well an option fits: 0 the whole text, 1 its beginning, 2 the beginning of a word, 3 inside a word, 4 not. */
function fitOf(text: string, typed: string): number {
  if (text === typed) return 0;
  if (text.startsWith(typed)) return 1;
  const at = text.indexOf(typed);
  if (at === -1) return typed.split(/\s+/).every((word) => text.includes(word)) ? 3 : 4;
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed)) ? 2 : 3;
}

/**
 * The options that contain the typed text, the best fit first, because the first one is taken with Enter. Groups stay
 * in their order. Upper and lower case and accents make no difference.
 */
export function bestFirst(
  options: readonly ComboboxParsedItem[],
  typed: string,
  limit: number,
  wordsOf: (option: ComboboxItem) => string,
): ComboboxParsedItem[] {
  const wanted = fold(typed);
  let left = limit;
  const take = (items: readonly ComboboxItem[]): ComboboxItem[] => {
    const found =
      wanted === ''
        ? [...items]
        : items
            .map((item) => ({ item, fit: fitOf(fold(wordsOf(item)), wanted) }))
            .filter(({ fit }) => fit < 4)
            .toSorted((a, b) => a.fit - b.fit)
            .map(({ item }) => item);
    const taken = found.slice(0, left);
    left -= taken.length;
    return taken;
  };
  const groups = options.flatMap((option) =>
    'group' in option ? [{ ...option, items: take(option.items as ComboboxItem[]) }] : [],
  );
  const items = take(options.filter((option): option is ComboboxItem => !('group' in option)));
  return [...items, ...groups.filter((group) => group.items.length > 0)] as ComboboxParsedItem[];
}
