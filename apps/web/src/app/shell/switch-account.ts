import type { Account } from '@quayside/contracts/accounts/users';

/**
 * Where the person started the switch: in the submenu for 2 to 5 accounts, or in the dialog for more (decisions,
 * G-001).
 */
export type SwitchMode = 'submenu' | 'dialog';
export type Place = 'signIn' | 'home' | 'trialExpired';

/** How long the message is shown before the sign-in page opens, in milliseconds. */
export const TO_SIGN_IN_MS = 500;

/** The side effects of an account switch. `switch-parts.ts` implements them for the browser, and tests replace them. */
interface SwitchParts {
  /** Stores the new account on the server. */
  readonly save: (accountId: string) => Promise<unknown>;
  /** Moves this tab to the new account and deletes all state of the former one. */
  readonly enter: (accountId: string) => void;
  /** Signs out on the server and in the browser. */
  readonly leave: () => Promise<void>;
  /** Shows 'Account switched successfully. Please log in again to continue.' */
  readonly tellSwitched: () => void;
  readonly wait: (ms: number) => Promise<void>;
  /** Loads the person in the new account and returns whether its tier has expired. */
  readonly isTierExpired: () => Promise<boolean>;
  readonly isAtHome: () => boolean;
  /** The switch-user event of the specification: refetches the data of the current screen. */
  readonly emitSwitchUser: () => void;
  /** Navigates to a place. Resolves when the navigation is done. */
  readonly go: (place: Place) => Promise<void>;
  readonly log: (error: unknown) => void;
  readonly setPhase: (phase: 'asking' | 'moving' | undefined) => void;
}

/**
 * Switches to another account. After a switch in the submenu the person has to sign in again; after a switch in the
 * dialog they stay signed in. Failures are only logged (shell specification, §8). Returns whether the switch succeeded.
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
 * The outcome of answering an invitation. `accepted` means that the account could not be opened although the invitation
 * was accepted; `failed` means that the answer was not stored.
 */
export type Answered = 'switched' | 'accepted' | 'rejected' | 'unverified' | 'failed';
export interface InvitationParts extends SwitchParts {
  readonly act: (accountId: string, action: 'ACCEPT' | 'REJECT') => Promise<{ isActive: boolean; isVerified: boolean }>;
}

/** Sends the answer to an invitation. After accepting, an active and verified person is switched to the account. */
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
