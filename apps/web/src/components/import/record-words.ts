import { formatCount } from '../../lib/words/format.ts';

/** The words with which each import names its records: texts of its feature under these keys. */
type WordKey =
  | 'title'
  | 'kinds'
  | 'dropBody'
  | 'file'
  | 'template'
  | 'nothingToDo'
  | 'nothingMapped'
  | 'noIdentity'
  | 'rowsOf.CREATE'
  | 'rowsOf.UPDATE'
  | 'done'
  | 'show'
  | 'undo.keeps';
/** Those that count records. */
type CountKey = 'runAdd' | 'runChange' | 'runBoth' | 'undo.deletes' | 'undo.restores' | 'undo.deleted' | 'undo.doneOf';
type CountValues = { readonly count: number } & Readonly<
  Record<'formatted' | 'create' | 'update' | 'done' | 'total', string>
>;

const NOTHING: CountValues = { count: 0, formatted: '', create: '', update: '', done: '', total: '' };

interface Named {
  /** The name of the list of all records. */
  readonly records: string;
  /** The heading of the records in the table of rows. */
  readonly record: string;
  /** The heading of their names in the table of rows that an undo left as they are. */
  readonly keptRecord: string;
}

/** The words of an import that name its records. */
export type ImportWords = ReturnType<typeof recordWords>;

/** Looks up the words of an import that name its records. `wordOf` is the text of its feature under a key. */
export function recordWords(wordOf: (key: WordKey | CountKey, values: CountValues) => string, named: Named) {
  const counted = (key: CountKey, count: number, more: Partial<CountValues> = {}) =>
    wordOf(key, { ...NOTHING, formatted: formatCount(count), ...more, count });
  const word = (key: WordKey) => wordOf(key, NOTHING);
  return {
    ...named,
    title: word('title'),
    /** The kinds of file, and what a file may contain. */
    kinds: word('kinds'),
    dropBody: word('dropBody'),
    file: word('file'),
    template: word('template'),
    nothingToDo: word('nothingToDo'),
    nothingMapped: word('nothingMapped'),
    /** Asks for the column that identifies each record. */
    noIdentity: word('noIdentity'),
    rowsOf: { CREATE: word('rowsOf.CREATE'), UPDATE: word('rowsOf.UPDATE') },
    done: word('done'),
    show: word('show'),
    /** "Add 120 and change 34 products". */
    run: ({ create, update }: { readonly create: number; readonly update: number }) => {
      if (update === 0) return counted('runAdd', create);
      if (create === 0) return counted('runChange', update);
      return counted('runBoth', update, { create: formatCount(create), update: formatCount(update) });
    },
    deletes: (count: number) => counted('undo.deletes', count),
    restores: (count: number) => counted('undo.restores', count),
    keeps: word('undo.keeps'),
    deleted: (count: number) => counted('undo.deleted', count),
    doneOf: (done: string, total: number) => counted('undo.doneOf', total, { done, total: formatCount(total) }),
  };
}
