import { ACCOUNT_CODE_TYPES, type AccountCodePaste, type pasteAccountCodes } from '@quayside/contracts/account-codes';
import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { headingReader } from '@quayside/domain/trade/headings';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, fieldError, withValue } from '../../http/errors.ts';
import { shown, withoutApostrophe } from '../../tables/cells.ts';
import { readTable, type TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import {
  type CodeRow,
  type CodeType,
  insertCodes,
  listCodes,
  type NewCode,
  saveCode,
} from './account-codes.queries.ts';

const MAX_ROWS = 2000;
const MAX_CODE = 50;
const MAX_NAME = 200;
const SAMPLE = 50;
const SHOWN = 200;

const FIELDS = ['code', 'name', 'type'] as const;
type Field = (typeof FIELDS)[number];
interface ReadCode extends NewCode {
  readonly row: number;
}
interface CodeError {
  readonly row: number;
  readonly column: Field;
  readonly value: string;
  readonly message: Text;
}
interface Planned {
  readonly read: ReadCode;
  readonly stored: CodeRow | undefined;
  readonly action: AccountCodePaste['sample'][number]['action'];
}

/** The words of headings and types, in lower case. */
const readHeading = headingReader<Field>({
  code: { trade: ['account'], own: 'code | number | account number' },
  name: { own: 'name | account name | description | bezeichnung | 名称' },
  type: { own: 'type | kind | account type | used for' },
});
const TYPES: ReadonlyMap<string, CodeType> = new Map([
  ['invoice', 'INVOICE'],
  ['invoices', 'INVOICE'],
  ['expense', 'INVOICE'],
  ['payment', 'PAYMENT'],
  ['payments', 'PAYMENT'],
  ['bank', 'PAYMENT'],
]);

/** Imports account codes from pasted cells. A code that exists gets the new name, and is restored if it is archived. */
export async function pasteCodes(
  w: Work,
  { text, type = 'PAYMENT' }: BodyOut<typeof pasteAccountCodes>,
  { dryRun, onlyValid }: QueryOut<typeof pasteAccountCodes>,
): Promise<AccountCodePaste> {
  const { codes, errors } = readCodes(rowsOf(text), type);
  if (!dryRun && errors.length > 0 && (!onlyValid || codes.length === 0))
    throw new AppError('imports.has_errors', {
      errors: errors.map(({ row, column, value, message }) => ({
        field: `rows.${row}.${column}`,
        message: withValue(value, message),
      })),
    });
  const planned = planOf(await listCodes(w), codes);
  if (!dryRun) await store(w, planned);
  const count = (action: Planned['action']) => planned.filter((one) => one.action === action).length;
  return {
    isDryRun: dryRun,
    counts: {
      rows: codes.length + errors.length,
      create: count('CREATE'),
      update: count('UPDATE'),
      same: count('SAME'),
      fail: errors.length,
    },
    sample: planned.slice(0, SAMPLE).map(({ read, action }) => ({ ...read, action })),
    errors: errors
      .slice(0, SHOWN)
      .map(({ message, ...error }) => ({ ...error, message: wordsOf(message, w.scope.language) })),
  };
}

function rowsOf(text: string): readonly TableRow[] {
  try {
    const { header, rows, total } = readTable(text, MAX_ROWS, { isPasted: true });
    if (total > MAX_ROWS) throw new UnreadableTable(say('payments.too_many_rows', { max: MAX_ROWS }));
    return [header, ...rows];
  } catch (error) {
    throw error instanceof UnreadableTable ? fieldError('text', error.text, 'imports.unreadable') : error;
  }
}

/** Reads codes from rows, whose columns are named by their first row or else are code, name and type. */
function readCodes(all: readonly TableRow[], typeOfAll: CodeType) {
  const headings = all[0]?.cells.map((cell) => readHeading(cell)?.field) ?? [];
  const at = (field: Field) => headings.indexOf(field);
  const isNamed = at('code') >= 0 && at('name') >= 0;
  const columns = isNamed ? { code: at('code'), name: at('name'), type: at('type') } : { code: 0, name: 1, type: 2 };
  const codes: ReadCode[] = [];
  const errors: CodeError[] = [];
  const seen = new Map<string, number>();
  for (const { row, cells, fault } of isNamed ? all.slice(1) : all) {
    const cell = (column: number) => withoutApostrophe((cells[column] ?? '').trim()).trim();
    const refuse = (column: Field, value: string, message: Text) =>
      void errors.push({ row, column, value: shown(value), message });
    if (fault) {
      const column = FIELDS.find((field) => columns[field] === fault.column) ?? 'name';
      refuse(column, cells[fault.column] ?? '', fault.reason);
      continue;
    }
    const [code, name, typed] = [cell(columns.code), cell(columns.name), cell(columns.type)];
    const type = typed === '' ? typeOfAll : typeNamed(typed);
    const key = `${type} ${code.toLowerCase()}`;
    const earlier = seen.get(key);
    if (code === '') refuse('code', code, say('field.required'));
    else if (code.length > MAX_CODE) refuse('code', code, say('field.max_length', { max: MAX_CODE }));
    else if (name === '') refuse('name', name, say('field.required'));
    else if (name.length > MAX_NAME) refuse('name', name, say('field.max_length', { max: MAX_NAME }));
    else if (!type) refuse('type', typed, say('payments.code_type'));
    else if (earlier !== undefined) refuse('code', code, say('payments.code_twice', { row: earlier }));
    else {
      seen.set(key, row);
      codes.push({ row, code, name, type });
    }
  }
  return { codes, errors };
}

const typeNamed = (word: string): CodeType | undefined =>
  TYPES.get(word.toLowerCase()) ?? ACCOUNT_CODE_TYPES.find((type) => type === word.toUpperCase());

function planOf(stored: readonly CodeRow[], codes: readonly ReadCode[]): Planned[] {
  const byKey = new Map(stored.map((row) => [`${row.type} ${row.code.toLowerCase()}`, row]));
  return codes.map((read): Planned => {
    const row = byKey.get(`${read.type} ${read.code.toLowerCase()}`);
    if (!row) return { read, stored: undefined, action: 'CREATE' };
    const isSame = row.code === read.code && row.name === read.name && row.archived_at === null;
    return { read, stored: row, action: isSame ? 'SAME' : 'UPDATE' };
  });
}

async function store(w: Work, planned: readonly Planned[]): Promise<void> {
  const made = planned.filter(({ action }) => action === 'CREATE').map(({ read }) => ({ ...read, id: w.newId() }));
  await insertCodes(
    w,
    made.map(({ id, code, name, type }) => ({ id, code, name, type })),
  );
  const updated = planned.flatMap(({ read, stored, action }) =>
    stored && action === 'UPDATE' ? [{ read, stored }] : [],
  );
  for (const { read, stored } of updated)
    await saveCode(w, stored, { code: read.code, name: read.name, archived_at: null });
  if (made.length + updated.length === 0) return;
  const ids = [...made.map(({ id }) => id), ...updated.map(({ stored }) => stored.id)];
  await record(
    w,
    {
      action: 'account-code.imported',
      subjectIds: ids.slice(0, 100),
      details: { facts: { create: made.length, update: updated.length } },
    },
    changed('account-codes', ids),
  );
}
