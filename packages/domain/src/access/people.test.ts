import { describe, expect, it } from 'vitest';
import { refusalOfRemoval, refusalOfRoles } from './people.ts';

const nobody = { isOwner: false, isYou: false, isLastAdmin: false };

describe('refusalOfRemoval', () => {
  it('protects the owner, the person themselves and the last admin, and nobody else', () => {
    expect(refusalOfRemoval(nobody)).toBeUndefined();
    expect(refusalOfRemoval({ ...nobody, isLastAdmin: true })).toBe('last_admin');
    expect(refusalOfRemoval({ ...nobody, isYou: true, isLastAdmin: true })).toBe('you');
    expect(refusalOfRemoval({ isOwner: true, isYou: true, isLastAdmin: true })).toBe('owner');
  });
});

describe('refusalOfRoles', () => {
  it('lets every member become an admin, and refuses other roles for the owner', () => {
    expect(refusalOfRoles({ ...nobody, isOwner: true }, ['sv-account-admin'])).toBeUndefined();
    expect(refusalOfRoles({ ...nobody, isOwner: true }, ['sv-account-viewer'])).toBe('owner');
    expect(refusalOfRoles({ ...nobody, isLastAdmin: true }, ['sv-account-viewer'])).toBe('last_admin');
    expect(refusalOfRoles(nobody, ['sv-account-viewer'])).toBeUndefined();
  });
});
