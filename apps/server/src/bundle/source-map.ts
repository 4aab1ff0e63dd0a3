/** A source map of which only the places are kept, and what was changed in the file after it was made. */
export interface SourceMap {
  /** The source files, as paths from the root of the repository. */
  readonly sources: readonly string[];
  readonly mappings: string;
  /** The columns of each line, counted from 0, at which one character was replaced by an escape of six. */
  readonly widened: Readonly<Record<string, readonly number[]>>;
}

/** A place in a file. Lines and columns count from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The characters that an escape has more than what it replaces. */
const ESCAPE_ADDS = 5;
/** The value of each digit of a mapping, by its character code. */
const DIGITS = new Uint8Array(128);
for (const [i, c] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  DIGITS[c.charCodeAt(0)] = i;
const [CONTINUES, DIGIT_BITS] = [32, 5];
const [COMMA, SEMICOLON] = [','.charCodeAt(0), ';'.charCodeAt(0)];

/**
 * Finds the source of each of these places in the bundle, as `file:line:column`, in one walk through the map; undefined
 * for a place that no source has. Nothing but the answers is kept, because the unpacked map of a bundle takes hundreds
 * of megabytes.
 */
export function findSources(map: SourceMap, places: readonly Place[]): (string | undefined)[] {
  const wanted = places.map((place) => ({ line: place.line - 1, column: columnBefore(map, place), fields: [0] }));
  let ofLine = wanted.filter((one) => one.line === 0);
  let line = 0;
  // The column in the bundle, the source, its line and its column; each mapping has the differences to the one before.
  const fields = [0, 0, 0, 0];
  const { mappings } = map;
  for (let at = 0; at < mappings.length; ) {
    const code = mappings.charCodeAt(at);
    if (code === SEMICOLON) {
      line += 1;
      ofLine = wanted.filter((one) => one.line === line);
      fields[0] = 0;
      at += 1;
    } else if (code === COMMA) at += 1;
    else {
      at = readMapping(mappings, at, fields);
      for (const one of ofLine) if (one.column >= (fields[0] ?? 0)) one.fields = [...fields];
    }
  }
  return wanted.map(({ fields: [, source, sourceLine = 0, sourceColumn = 0] }) =>
    source === undefined ? undefined : `${map.sources[source]}:${sourceLine + 1}:${sourceColumn + 1}`,
  );
}

/** Adds the differences of the mapping at this place to the fields. Returns where it ends. */
function readMapping(mappings: string, from: number, fields: number[]): number {
  let at = from;
  for (let field = 0; ; field += 1) {
    let [value, shift, digit] = [0, 0, 0];
    do {
      digit = DIGITS[mappings.charCodeAt(at)] ?? 0;
      value |= (digit & (CONTINUES - 1)) << shift;
      shift += DIGIT_BITS;
      at += 1;
    } while (digit & CONTINUES);
    const known = fields[field];
    // The fifth field of a mapping is a name, which is in the bundle as well.
    if (known !== undefined) fields[field] = known + (value & 1 ? -(value >> 1) : value >> 1);
    const next = at < mappings.length ? mappings.charCodeAt(at) : COMMA;
    if (next === COMMA || next === SEMICOLON) return at;
  }
}

/** The column of a place before characters were replaced by escapes, counted from 0. */
function columnBefore({ widened }: SourceMap, { line, column }: Place): number {
  const before = (widened[line - 1] ?? []).filter((replaced, i) => replaced + i * ESCAPE_ADDS < column - 1).length;
  return column - 1 - before * ESCAPE_ADDS;
}
