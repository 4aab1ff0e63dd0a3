import type { Text } from '@quayside/contracts/texts/catalogue';

/** Creates a text that reads the same in every language: a code that no catalogue has is shown unchanged. */
export const textOf = (words: string): Text => ({ code: words as Text['code'] });
