/** Where a reader of the outbox stands: rows in the order in which they became visible. */
export interface Position {
  readonly tx: string;
  readonly id: string;
}

/** A position as clients keep it. */
export const toCursor = ({ tx, id }: Position): string => `${tx}-${id}`;

const FORM = /^(\d{1,20})-(\d{1,20})$/;
/** Undefined: this is no cursor. */
export function parseCursor(cursor: string): Position | undefined {
  const [, tx, id] = FORM.exec(cursor) ?? [];
  return tx === undefined || id === undefined ? undefined : { tx, id };
}

export const isAfter = (one: Position, other: Position): boolean =>
  one.tx === other.tx ? BigInt(one.id) > BigInt(other.id) : BigInt(one.tx) > BigInt(other.tx);
