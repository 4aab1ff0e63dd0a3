/** The selected lines, and the line at which a selection with Shift begins. */
interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | undefined;
}
export const NOTHING: Selection = { keys: new Set(), anchor: undefined };

/** Selects a line, or deselects it if it is selected. */
export function toggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** Selects all lines from the anchor to this line. */
export function extended(selection: Selection, order: readonly string[], key: string): Selection {
  const from = order.indexOf(selection.anchor ?? key);
  const to = order.indexOf(key);
  if (from < 0 || to < 0) return toggled(selection, key);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set([...selection.keys, ...between]), anchor: selection.anchor ?? key };
}

/** Selects all lines. If all lines are selected already, selects none. */
export const allOrNone = ({ keys }: Selection, order: readonly string[]): Selection =>
  order.every((key) => keys.has(key)) ? NOTHING : { keys: new Set(order), anchor: undefined };
