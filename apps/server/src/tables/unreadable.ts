import type { Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';

/** Thrown when a file or pasted text cannot be read as a table. `text` explains why to the sender. */
export class UnreadableTable extends Error {
  readonly text: Text;
  constructor(text: Text) {
    super(wordsOf(text));
    this.text = text;
  }
}
