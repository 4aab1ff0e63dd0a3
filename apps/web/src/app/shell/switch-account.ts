import type { Account } from '@quayside/contracts/users';

/** Where the person asked for the switch: the submenu of 2 to 5 accounts, or the dialog of more (decisions, G-001). */
export type SwitchMode = 'submenu' | 'dialog';
export type Place = 'signIn' | 'home' | 'trialExpired';

/** Delay between the message and the sign-in page. */
export const TO_SIGN_IN_MS = 500;

/** The effects of a switch; implemented by `switch-parts.ts` and by tests. */
interface SwitchParts {
  /** Sends the PATCH of the person with the new account. */
  readonly save: (accountId: string) => Promise<unknown>;
  /** Moves this tab to the account: deletes all state of the former one. */
  readonly enter: (accountId: string) => void;
  /** Clears the session. */
  readonly leave: () => Promise<void>;
  /** 'Account switched successfully. Please log in again to continue.' */
  readonly tellSwitched: () => void;
  readonly wait: (ms: number) => Promise<void>;
  /** Loads the person in the new account. */
  readonly isTierExpired: () => Promise<boolean>;
  readonly isAtHome: () => boolean;
  /** The switch-user event: refetches the data of the current screen. */
  readonly emitSwitchUser: () => void;
  /** Resolves when the navigation is done. */
  readonly go: (place: Place) => Promise<void>;
  readonly log: (error: unknown) => void;
  readonly setPhase: (phase: 'asking' | 'moving' | undefined) => void;
}

/**
 * Switches to another account, in one of the two documented ways. Failures are only logged (shell §8). Returns whether
 * the account was opened.
 */
export async function switchAccount(accountId: string, mode: SwitchMode, parts: SwitchParts): Promise<boolean> {
  parts.setPhase('asking');
  try {
    await parts.save(accountId);
    parts.setPhase('moving');
    parts.enter(accountId);
    await (mode === 'submenu' ? signInAgain(parts) : staySignedIn(parts));
    return true;
  } catch (error) {
    parts.log(error);
    return false;
  } finally {
    parts.setPhase(undefined);
  }
}

async function signInAgain(parts: SwitchParts): Promise<void> {
  await parts.leave();
  parts.tellSwitched();
  await parts.wait(TO_SIGN_IN_MS);
  await parts.go('signIn');
}

async function staySignedIn(parts: SwitchParts): Promise<void> {
  if (await parts.isTierExpired()) await parts.go('trialExpired');
  else if (parts.isAtHome()) parts.emitSwitchUser();
  else await parts.go('home');
}

/**
 * The outcome of answering an invitation. `accepted`: accepted, but the account could not be opened; `failed`: the
 * answer was not stored.
 */
export type Answered = 'switched' | 'accepted' | 'rejected' | 'unverified' | 'failed';
export interface InvitationParts extends SwitchParts {
  readonly act: (accountId: string, action: 'ACCEPT' | 'REJECT') => Promise<{ isActive: boolean; isVerified: boolean }>;
}

/** Answers an invitation. Only an active and verified person is switched to the account, in the given mode. */
export async function answerInvitation(
  accountId: string,
  action: 'ACCEPT' | 'REJECT',
  mode: SwitchMode,
  parts: InvitationParts,
): Promise<Answered> {
  try {
    const result = await parts.act(accountId, action);
    if (action === 'REJECT') return 'rejected';
    if (!result.isActive || !result.isVerified) return 'unverified';
  } catch (error) {
    parts.log(error);
    return 'failed';
  }
  return (await switchAccount(accountId, mode, parts)) ? 'switched' : 'accepted';
}

/** Whether the person is invited and has not answered yet. */
export const isInvited = (account: Account): boolean => account.currentAccountUser.invitationStatus === 'INVITED';
