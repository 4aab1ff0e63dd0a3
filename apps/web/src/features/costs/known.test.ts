import { describe, expect, it } from 'vitest';
import { knownQuery, readKnown, TODAY, writeKnown } from './known.ts';

describe('the day as of which costs are shown', () => {
  it.each([
    ['', TODAY],
    ['known=2026-10-31', { kind: 'asKnownOn', day: '2026-10-31' }],
    ['upTo=2026-10-31&x=1', { kind: 'datedBy', day: '2026-10-31' }],
    ['known=2026-13-31', TODAY],
    ['known=never', TODAY],
  ] as const)('?%s', (query, known) => expect(readKnown(new URLSearchParams(query))).toEqual(known));
  it('replaces the previous one in the URL, and leaves other parameters unchanged', () => {
    const next = writeKnown(new URLSearchParams('x=1&known=2026-10-31'), { kind: 'datedBy', day: '2026-09-30' });
    expect(next.toString()).toBe('x=1&upTo=2026-09-30');
    expect(writeKnown(next, TODAY).toString()).toBe('x=1');
  });
  it('is sent in the query parameters of the call', () => {
    expect(knownQuery(TODAY)).toEqual({});
    expect(knownQuery({ kind: 'asKnownOn', day: '2026-10-31' })).toEqual({ asKnownOn: '2026-10-31' });
  });
});
