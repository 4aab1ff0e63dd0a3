import { describe, expect, it } from 'vitest';
import { withoutChips } from './account-traces.ts';

describe('what is kept of a table when the account is left', () => {
  it('is its layout, without filters that name rows of the former account', () => {
    const kept = { v: 1, data: { columns: [{ id: 'name' }], chips: [{ field: 'supplier', op: 'in', values: ['a'] }], size: 25 } };
    expect(JSON.parse(withoutChips(JSON.stringify(kept)) ?? '')).toEqual({ v: 1, data: { columns: [{ id: 'name' }], chips: [], size: 25 } });
  });
  it.each(['{"v":1,"data":{"chips":[]}}', 'null', '', 'no json'])('is left alone where there is no filter: %j', (text) => {
    expect(withoutChips(text)).toBeUndefined();
  });
});
