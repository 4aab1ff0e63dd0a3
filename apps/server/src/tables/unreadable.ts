import type { Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';

/** The content became invalid; `text` explains it to the sender. */
export class UnreadableTable extends Error {
  readonly text: Text;
  constructor(text: Text) {
    super(wordsOf(text));
    this.text = text;
  }
}
