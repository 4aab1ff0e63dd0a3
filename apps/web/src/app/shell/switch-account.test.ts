import { describe, expect, it, vi } from 'vitest';
import { answerInvitation, type InvitationParts, switchAccount, TO_SIGN_IN_MS } from './switch-account.ts';
import { shownName } from './user-name.ts';

/** Creates fake effects that record in which order they are called. */
function scene(more: Partial<InvitationParts> = {}) {
  const done: string[] = [];
  const parts: InvitationParts = {
    act: async (id, action) => (done.push(`act ${id} ${action}`), { isActive: true, isVerified: true }),
    save: async (id) => done.push(`save ${id}`),
    enter: (id) => done.push(`enter ${id}`),
    leave: async () => void done.push('leave'),
    tellSwitched: () => done.push('tell'),
    wait: async (ms) => void done.push(`wait ${ms}`),
    isTierExpired: async () => false,
    isAtHome: () => false,
    emitSwitchUser: () => done.push('switch-user'),
    go: async (place) => void done.push(`go ${place}`),
    log: () => done.push('log'),
    setPhase: (phase) => done.push(`phase ${phase ?? 'none'}`),
    ...more,
  };
  return { done, parts };
}
const BEGIN = ['phase asking', 'save b', 'phase moving', 'enter b'];

describe('switching from the submenu', () => {
  it('clears the session, shows the message and goes to sign-in 500 ms later', async () => {
    const { done, parts } = scene({ isAtHome: () => true, isTierExpired: async () => true });
    expect(await switchAccount('b', 'submenu', parts)).toBe(true);
    expect(done).toEqual([...BEGIN, 'leave', 'tell', 'wait 500', 'go signIn', 'phase none']);
    expect(TO_SIGN_IN_MS).toBe(500);
  });
});

describe('switching from the dialog', () => {
  it.each<[string, Partial<InvitationParts>, string]>([
    [
      'an expired tier leads to trial-expired, also from home',
      { isTierExpired: async () => true, isAtHome: () => true },
      'go trialExpired',
    ],
    ['at home the switch-user event is emitted', { isAtHome: () => true }, 'switch-user'],
    ['from elsewhere it leads home', {}, 'go home'],
  ])('stays signed in: %s', async (_, more, last) => {
    const { done, parts } = scene(more);
    expect(await switchAccount('b', 'dialog', parts)).toBe(true);
    expect(done).toEqual([...BEGIN, last, 'phase none']);
  });

  it.each(['submenu', 'dialog'] as const)('logs a refusal and changes nothing else (%s)', async (mode) => {
    const { done, parts } = scene({ save: () => Promise.reject(new Error('404')) });
    expect(await switchAccount('b', mode, parts)).toBe(false);
    expect(done).toEqual(['phase asking', 'log', 'phase none']);
  });

  it('always leaves the switching state, whichever step fails', async () => {
    const { done, parts } = scene({ isTierExpired: () => Promise.reject(new Error('gone')) });
    expect(await switchAccount('b', 'dialog', parts)).toBe(false);
    expect(done.slice(-2)).toEqual(['log', 'phase none']);
  });
});

describe('answering an invitation', () => {
  it.each([
    [true, true, 'switched'],
    [true, false, 'unverified'],
    [false, true, 'unverified'],
    [false, false, 'unverified'],
  ])('goes on only when the person is active and verified: %s %s', async (isActive, isVerified, outcome) => {
    const save = vi.fn<(id: string) => Promise<void>>(async () => undefined);
    const { parts } = scene({ save, act: async () => ({ isActive, isVerified }) });
    expect(await answerInvitation('b', 'ACCEPT', 'dialog', parts)).toBe(outcome);
    expect(save).toHaveBeenCalledTimes(outcome === 'switched' ? 1 : 0);
  });

  it('continues in the mode in which the person was asked', async () => {
    const { done, parts } = scene();
    expect(await answerInvitation('b', 'ACCEPT', 'submenu', parts)).toBe('switched');
    expect(done).toEqual(['act b ACCEPT', ...BEGIN, 'leave', 'tell', 'wait 500', 'go signIn', 'phase none']);
  });

  it('only sends a rejection', async () => {
    const { done, parts } = scene();
    expect(await answerInvitation('b', 'REJECT', 'dialog', parts)).toBe('rejected');
    expect(done).toEqual(['act b REJECT']);
  });

  it('reports acceptance even if the account then cannot be opened', async () => {
    const { done, parts } = scene({ save: () => Promise.reject(new Error('500')) });
    expect(await answerInvitation('b', 'ACCEPT', 'dialog', parts)).toBe('accepted');
    expect(done).toEqual(['act b ACCEPT', 'phase asking', 'log', 'phase none']);
  });

  it('only logs a failure', async () => {
    const { done, parts } = scene({ act: () => Promise.reject(new Error('500')) });
    expect(await answerInvitation('b', 'ACCEPT', 'dialog', parts)).toBe('failed');
    expect(done).toEqual(['log']);
  });
});

describe('the label of the user menu', () => {
  it.each([
    ['Maya', 'Okafor', 'Maya'],
    ['', 'Okafor', 'Okafor'],
    [' ', '', 'Profile'],
  ])('%j %j is %s', (firstName, lastName, label) => {
    expect(shownName({ firstName, lastName }, 'Profile')).toBe(label);
  });
});
