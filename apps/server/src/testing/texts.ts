import { say, type Text } from '@quayside/contracts/texts/catalogue';

/** Creates a text that reads the same in every language. */
export const textOf = (words: string): Text => say('field.invalid', { details: words });
