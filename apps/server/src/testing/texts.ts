import type { Text } from '@quayside/contracts/texts/catalogue';

/** A text for tests that is these words in every language: a code without words is shown as it is. */
export const textOf = (words: string): Text => ({ code: words as Text['code'] });
