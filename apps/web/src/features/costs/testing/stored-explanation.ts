import type { Explain } from '@quayside/contracts/costs/costs';
import { idOf } from '../../../testing/person.ts';
import { explain } from './an-explanation.ts';

const FIRST: Readonly<Record<string, number>> = { i: 300, e: 400, l: 500, o: 600, p: 700 };

/** The UUID for a short id of the fixtures, such as "i1" or "o1". */
export const storedId = (short: string): string => idOf((FIRST[short[0] ?? ''] ?? 800) + Number(short.slice(1)));

/** The explanation from the fixtures as the API would return it, with UUIDs instead of the short ids. */
export const explained = (over: Partial<Explain> = {}): Explain =>
  JSON.parse(JSON.stringify({ ...explain, ...over }), (key, value: unknown) =>
    key === 'id' && typeof value === 'string' && /^[a-z]\d+$/.test(value) ? storedId(value) : value,
  ) as Explain;
