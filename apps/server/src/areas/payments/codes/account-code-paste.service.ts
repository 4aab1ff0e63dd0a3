import {
  ACCOUNT_CODE_TYPES,
  type AccountCodePaste,
  type pasteAccountCodes,
} from '@quayside/contracts/payments/account-codes';
import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import type { CellProblem } from '../../../tables/part-rows.ts';
import {
  defineTable,
  importOnce,
  type OnceKind,
  type ReadTable,
  rowReader,
  type RowReader,
  shownProblems,
} from '../../imports/public.ts';
import {
  type CodeRow,
  type CodeType,
  insertCodes,
  listCodes,
  type NewCode,
  saveCode,
} from '../rows/account-codes.queries.ts';

type Field = 'code' | 'name' | 'type';
type Options = QueryOut<typeof pasteAccountCodes> & { readonly type: CodeType };
interface Planned {
  readonly read: NewCode & { readonly row: number };
  readonly stored: CodeRow | undefined;
  readonly action: AccountCodePaste['sample'][number]['action'];
}
interface Plan {
  readonly planned: readonly Planned[];
  readonly problems: readonly CellProblem[];
}

const SAMPLE = 50;
const TYPES: ReadonlyMap<string, CodeType> = new Map([
  ['invoice', 'INVOICE'],
  ['invoices', 'INVOICE'],
  ['expense', 'INVOICE'],
  ['payment', 'PAYMENT'],
  ['payments', 'PAYMENT'],
  ['bank', 'PAYMENT'],
]);

const TABLE = defineTable<Field>({
  form: 'ACCOUNT_CODES',
  words: {},
  needs: [['code'], ['name']],
  fields: {
    code: { trade: ['account'], own: 'code | number | account number', max: 50 },
    name: { own: 'name | account name | description | bezeichnung | 名称', max: 200 },
    type: { own: 'type | kind | account type | used for' },
  },
  withoutHeadings: () => ['code', 'name', 'type'],
  namesFields: 'ALL_ROWS',
});
const CODE_IMPORT: OnceKind<Field, Plan, Options, AccountCodePaste> = {
  table: TABLE,
  maxRows: 2000,
  plan: planCodes,
  async store(w, { planned, problems }, _, { dryRun }) {
    if (!dryRun) await storeCodes(w, planned);
    const count = (action: Planned['action']) => planned.filter((one) => one.action === action).length;
    const [create, update, same, fail] = [count('CREATE'), count('UPDATE'), count('SAME'), problems.length];
    return {
      isDryRun: dryRun,
      counts: { rows: planned.length + fail, create, update, same, fail },
      sample: planned.slice(0, SAMPLE).map(({ read, action }) => ({ ...read, action })),
      errors: shownProblems(w, problems),
    };
  },
};

/** Imports account codes from pasted cells. A code that exists gets the new name, and is restored if it is archived. */
export const pasteCodes = (
  w: Work,
  { text, type = 'PAYMENT' }: BodyOut<typeof pasteAccountCodes>,
  options: QueryOut<typeof pasteAccountCodes>,
): Promise<AccountCodePaste> => importOnce(w, CODE_IMPORT, { text }, { ...options, type });

async function planCodes(w: Work, { rows, columns }: ReadTable<Field>, { type }: Options): Promise<Plan> {
  const read = rows.map(rowReader(TABLE, columns));
  const stored = new Map((await listCodes(w)).map((row) => [keyOf(row), row]));
  const seen = new Map<string, number>();
  const planned = read.flatMap((row): Planned[] => {
    const code = readCode(row, type, seen);
    if (!code) return [];
    const before = stored.get(keyOf(code));
    const isSame = before?.code === code.code && before.name === code.name && before.archived_at === null;
    return [{ read: code, stored: before, action: !before ? 'CREATE' : isSame ? 'SAME' : 'UPDATE' }];
  });
  return { planned, problems: read.flatMap(({ problems }) => problems) };
}

const keyOf = ({ type, code }: Pick<NewCode, 'type' | 'code'>): string => `${type} ${code.toLowerCase()}`;

/** Reads a row up to its first problem. `typeOfAll`: that of rows that name none. */
function readCode(read: RowReader<Field>, typeOfAll: CodeType, seen: Map<string, number>): Planned['read'] | undefined {
  for (const field of ['code', 'name'] as const) {
    read.require(field);
    read.value(field);
    if (read.problems.length > 0) return undefined;
  }
  const type = read.text('type') === '' ? typeOfAll : typeNamed(read.text('type'));
  if (!type) return read.fail('type', say('payments.code_type'));
  const code = { row: read.row, code: read.text('code'), name: read.text('name'), type };
  const earlier = seen.get(keyOf(code));
  if (earlier !== undefined) return read.fail('code', say('payments.code_twice', { row: earlier }));
  seen.set(keyOf(code), read.row);
  return code;
}

const typeNamed = (word: string): CodeType | undefined =>
  TYPES.get(word.toLowerCase()) ?? ACCOUNT_CODE_TYPES.find((type) => type === word.toUpperCase());

async function storeCodes(w: Work, planned: readonly Planned[]): Promise<void> {
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
