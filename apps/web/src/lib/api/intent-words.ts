/** The number of each file that was sent. Of a file, JSON makes {}, so that two files would be one. */
const files = new WeakMap<Blob, number>();
let seen = 0;
function numberOf(file: Blob): number {
  const known = files.get(file);
  if (known !== undefined) return known;
  seen += 1;
  files.set(file, seen);
  return seen;
}

/** What a request says, as text: the same for the same body, and another one for another file. */
export const wordsOf = (intent: unknown): string =>
  // Of undefined, JSON makes undefined.
  JSON.stringify(intent, (_, value: unknown) => (value instanceof Blob ? { file: numberOf(value) } : value)) ?? '';
