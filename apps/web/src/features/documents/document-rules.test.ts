import type { Document } from '@quayside/contracts/documents/documents';
import type { MatchCandidate } from '@quayside/contracts/invoices/invoice-documents';
import { describe, expect, it } from 'vitest';
import { frontFirst, isLikely, supplierAtFirst } from './document-rules.ts';

const because = (
  status: MatchCandidate['invoice']['status'],
  ...kinds: MatchCandidate['reasons'][number]['kind'][]
) => ({
  invoice: { status },
  reasons: kinds.map((kind) => ({ kind, text: 'x', page: 1 })),
});

describe('the primary button for a candidate', () => {
  it.each(['NUMBER', 'TOTAL', 'FILE'] as const)('attaches where %s says so', (kind) =>
    expect(isLikely(because('WORKING', 'SUPPLIER', kind))).toBe(true),
  );
  it('does not attach if only supplier name and day match', () =>
    expect(isLikely(because('WORKING', 'SUPPLIER', 'DATE'))).toBe(false));
  it('does not attach to a closed invoice', () => expect(isLikely(because('CLOSED', 'NUMBER'))).toBe(false));
});

describe('the supplier of a new invoice', () => {
  it('is preselected only if the text contains exactly one', () => {
    expect(supplierAtFirst([{ id: 'a' }])).toBe('a');
    expect(supplierAtFirst([{ id: 'a' }, { id: 'b' }])).toBeNull();
    expect(supplierAtFirst([])).toBeNull();
    expect(supplierAtFirst(undefined)).toBeNull();
  });
});

it('the document in front comes first, and the others keep their order', () => {
  const files = ['a', 'b', 'c'].map((id) => ({ id }) as Document);
  expect(frontFirst(files, 'c').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(frontFirst(files, undefined).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
