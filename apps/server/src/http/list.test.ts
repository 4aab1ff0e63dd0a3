import type { listFreightRates } from '@quayside/contracts/freight/freight-rates';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Work } from '../db/tx.ts';
import { allNeverNull, byDay, byId, byNumber, byPresence, byValue, byWhether, defineList, neverNull } from './list.ts';

interface Rows {
  rates: { id: string; name: string | null; day: string };
}
const db = new Kysely<Rows>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const w = { scope: { currency: 'GBP' } } as Work;

const sorts = {
  ...{ mode: sql`r.mode`, unit: sql`r.unit`, currency: sql`r.currency`, transitDays: sql`r.days` },
  ...{ validFrom: sql`r.valid_from`, validTo: sql`r.valid_to`, forwarder: sql`r.forwarder` },
};
const list = defineList<typeof listFreightRates, { day: ['gte']; mode: ['in'] }>({
  filters: { day: byDay(sql`r.day`), mode: byValue(['AIR', 'SEA'], (of) => sql`mode_in(${of.scope.currency})`) },
  words: sql<string>`lower(r.name)`,
  sorts: { ...sorts, name: sql`r.name`, updatedAt: neverNull(sql`r.updated_at`) },
  usual: [{ field: 'name', direction: 'asc' }],
  last: sql`r.id`,
});
const rows = db.selectFrom('rates as r').select('r.id');
const sqlOf = (query: { compile: () => { sql: string } }) => query.compile().sql.replace(/\s+/g, ' ');

describe('a list by its description', () => {
  it('puts rows without a value last, but where a column always has one, and ends with a key that tells all apart', () => {
    expect(sqlOf(list.inOrder(w, rows, undefined))).toMatch(/order by r\.name asc nulls last, r\.id asc$/);
    const sort = [
      { field: 'updatedAt', direction: 'desc' },
      { field: 'name', direction: 'desc' },
    ] as const;
    expect(sqlOf(list.inOrder(w, rows, sort))).toMatch(
      /order by r\.updated_at desc, r\.name desc nulls last, r\.id desc$/,
    );
  });

  it('keeps the direction of its last key where the description names one', () => {
    const latest = defineList<typeof listFreightRates, Record<never, never>>({
      filters: {},
      sorts: { ...allNeverNull(sorts), name: sql`r.name`, updatedAt: sql`r.updated_at` },
      usual: [{ by: neverNull(sql`r.day`), direction: 'desc' }],
      last: sql`r.id`,
      lastDirection: 'desc',
    });
    expect(sqlOf(latest.inOrder(w, rows, undefined))).toMatch(/order by r\.day desc, r\.id desc$/);
    expect(sqlOf(latest.inOrder(w, rows, [{ field: 'mode', direction: 'asc' }]))).toMatch(
      /order by r\.mode asc, r\.id desc$/,
    );
  });

  it('has a condition for each word and each filter, which may depend on the account', () => {
    const filter = [{ field: 'mode', op: 'in' as const, values: ['AIR'] }];
    const { sql: text, parameters } = list.filtered(w, rows, { search: 'Sea  express', filter }).compile();
    expect(text.match(/fold_accents/g)).toHaveLength(2);
    expect(text).toContain('mode_in($1)');
    expect(parameters).toEqual(['GBP', ['AIR'], '%sea%', '%express%']);
  });

  it.each([
    ['day', 'gte', ['31/12/2026']],
    ['mode', 'in', ['LAND']],
    ['day', 'gte', []],
  ] as const)('refuses %s %s %j, which the database could not read', (field, op, values) => {
    const asked = () => list.filtered(w, rows, { filter: [{ field, op, values: [...values] }] });
    expect(asked).toThrow(
      expect.objectContaining({ code: 'bad_input', data: { errors: [expect.objectContaining({ field: 'filter' })] } }),
    );
  });

  it('compares ids, numbers and presence as what they are', () => {
    const of = (filter: ReturnType<typeof byId>, op: 'in' | 'gte' | 'isEmpty') =>
      sqlOf({ compile: () => filter.where({ field: 'x', op, values: ['1'] }, w).compile(db) });
    expect(of(byId(sql`r.id`), 'in')).toContain('::uuid[]');
    expect(of(byNumber(sql`r.n`), 'gte')).toContain('::numeric');
    expect(of(byPresence(sql`r.a or r.b`), 'isEmpty')).toBe('not (r.a or r.b)');
    expect(of(byWhether(sql`r.a or r.b`), 'in')).toMatch(/^\(r\.a or r\.b\)::text = any/);
  });
});
