/** A piece of a document's text, exactly as the document has it, and the number of its page, counted from 1. */
export interface Found {
  readonly text: string;
  readonly page: number;
}

/** A value that was read in a document, with the text from which it was read. */
export interface ReadValue extends Found {
  readonly value: string;
}

/** The scripts that write words without spaces between them, for the character class of a regular expression. */
export const HAN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
