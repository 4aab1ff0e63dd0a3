import { expect, it, vi } from 'vitest';
import { uniqueId } from './unique-id.ts';

it('is eight groups of 4 hex digits joined by dashes, from a secure source', () => {
  const random = vi.spyOn(crypto, 'getRandomValues');
  const ids = Array.from({ length: 500 }, uniqueId);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{4}(-[\da-f]{4}){7}$/);
  expect(new Set(ids).size).toBe(500);
  expect(random).toHaveBeenCalledTimes(500);
});
