import type { Found } from './document-text.ts';
import type { DocumentWords } from './document-words.ts';

/** What a document can say about a supplier. */
export interface KnownSupplier {
  readonly id: string;
  /** The company name, and the local name if there is one. */
  readonly names: readonly string[];
  readonly email: string | null;
  readonly telephone: string | null;
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const TELEPHONE = /\(?\+?\d(?:[\s()./-]{0,2}\d){7,14}/g;
/** Digits in front of these can be left out or written in another way: 0, 00 86, +86. */
const COMPARED_DIGITS = 8;

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(-COMPARED_DIGITS);

/** The suppliers that a document names, or whose e-mail address or telephone it has, in the order of the document. */
export function findSuppliers(
  pages: readonly string[],
  words: DocumentWords,
  suppliers: readonly KnownSupplier[],
): (Found & { readonly id: string })[] {
  const texts = pages.map((page) => page.normalize('NFKC'));
  const emails = placesOf(texts, EMAIL, (text) => text.toLowerCase());
  const telephones = placesOf(texts, TELEPHONE, digitsOf);
  return suppliers
    .flatMap(({ id, names, email, telephone }) => {
      const digits = telephone === null ? '' : digitsOf(telephone);
      const found =
        first(names, words.findName) ??
        (email === null ? undefined : emails.get(email.toLowerCase())) ??
        (digits.length < COMPARED_DIGITS ? undefined : telephones.get(digits));
      return found ? [{ id, text: found.text, page: found.page }] : [];
    })
    .map((found) => ({ found, at: placeIn(texts, found) }))
    .toSorted((a, b) => a.found.page - b.found.page || a.at - b.at)
    .map(({ found }) => found);
}

function placesOf(texts: readonly string[], pattern: RegExp, keyOf: (text: string) => string): Map<string, Found> {
  const places = new Map<string, Found>();
  texts.forEach((page, i) => {
    for (const [text] of page.matchAll(pattern)) {
      const key = keyOf(text);
      if (!places.has(key)) places.set(key, { text, page: i + 1 });
    }
  });
  return places;
}

function first<T>(values: readonly string[], find: (value: string) => T | undefined): T | undefined {
  for (const value of values) {
    const found = find(value);
    if (found) return found;
  }
  return undefined;
}

/** Where a text begins on its page, whatever gaps its words have there. */
function placeIn(texts: readonly string[], { text, page }: Found): number {
  const at = (texts[page - 1] ?? '').indexOf(text.split(' ')[0] ?? text);
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}
