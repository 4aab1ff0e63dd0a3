/** Where a file stops making sense; the message is a sentence for whoever sent it. */
export class UnreadableTable extends Error {}
