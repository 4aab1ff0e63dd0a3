import { describe, expect, it } from 'vitest';
import { keptBecause, rolesKeptBecause } from './people.ts';

const nobody = { isOwner: false, isYou: false, isLastAdmin: false };

describe('keptBecause', () => {
  it('keeps the owner, oneself and the last admin, and nobody else', () => {
    expect(keptBecause(nobody)).toBeUndefined();
    expect(keptBecause({ ...nobody, isLastAdmin: true })).toBe('last_admin');
    expect(keptBecause({ ...nobody, isYou: true, isLastAdmin: true })).toBe('you');
    expect(keptBecause({ isOwner: true, isYou: true, isLastAdmin: true })).toBe('owner');
  });
});

describe('rolesKeptBecause', () => {
  it('lets everybody become an admin, and the owner nothing else', () => {
    expect(rolesKeptBecause({ ...nobody, isOwner: true }, ['sv-account-admin'])).toBeUndefined();
    expect(rolesKeptBecause({ ...nobody, isOwner: true }, ['sv-account-viewer'])).toBe('owner');
    expect(rolesKeptBecause({ ...nobody, isLastAdmin: true }, ['sv-account-viewer'])).toBe('last_admin');
    expect(rolesKeptBecause(nobody, ['sv-account-viewer'])).toBeUndefined();
  });
});
