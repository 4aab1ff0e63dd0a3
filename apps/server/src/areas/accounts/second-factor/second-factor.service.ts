import { say } from '@quayside/contracts/texts/catalogue';
import { SET_UP_MINUTES, type SecondFactor } from '@quayside/contracts/accounts/second-factor';
import { aboveAccount, asSystem, type Scope, type SystemTx, type Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { isLasting } from '../../../ports/clock.ts';
import { markProved, provedUntil } from '../../../http/proof.ts';
import type { MailTexts } from '../../../mail/queue-mail.ts';
import type { When } from '../sign-in/auth.mails.ts';
import { queuePersonMail, whenFor } from '../sign-in/person-mail.ts';
import {
  auditPerson,
  endSessionsOf,
  findPerson,
  type PersonAction,
  type PersonRow,
  tellPerson,
} from '../sign-in/auth.queries.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { isPassword } from '../sign-in/passwords.ts';
import { clearOwnPassword, clearTries, countOwnPassword, countTry } from '../rows/rate-limit.queries.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import {
  recoveryCodesMail,
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
} from './second-factor.mails.ts';
import * as factors from './second-factor.queries.ts';
import { newSecret, uriOf } from './totp.ts';

/** The maximum number of wrong codes per day after a right password. A guessed code is right once in 333,333 times. */
export const MOST_CODES_A_DAY = 50;
const SET_UP_MS = SET_UP_MINUTES * 60_000;
export const DAY_SECONDS = 24 * 3600;
export const wrongCode = () => fieldError('code', say('accounts.wrong_code'), 'accounts.wrong_code');

export function getSecondFactor(deps: AuthDeps, scope: Scope): Promise<SecondFactor> {
  return asSystem(deps, async (tx) => {
    const factor = await factors.findFactor(tx, scope.userId);
    return {
      isOn: factor !== undefined,
      since: factor?.confirmed_at?.toISOString() ?? null,
      recoveryCodesLeft: factor ? await factors.countRecoveryCodes(tx, scope.userId) : 0,
      requiredBy: await factors.accountsThatRequire(tx, scope.userId),
    };
  });
}

/**
 * Starts a set-up: creates a secret. It becomes the second factor once the person enters a code that was made with it.
 */
export function beginSecondFactor(deps: AuthDeps, scope: Scope): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  return asSystem(deps, async (tx) => {
    const person = await personOf(tx, scope);
    await factors.saveBegun(tx, deps, person.id, secret);
    return { secret, uri: uriOf(secret, person.email) };
  });
}

/** Turns the second factor on and signs the person out in other browsers. */
export async function confirmSecondFactor(
  deps: AuthDeps,
  scope: Scope,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  await countTry(deps, `second-factor-set-up:${scope.userId}`, 10, 15 * 60);
  const recoveryCodes = newRecoveryCodes();
  const ended = await asSystem(deps, async (tx) => {
    const person = await personOf(tx, scope);
    const now = deps.clock.now();
    const begun = await factors.findBegun(tx, person.id);
    if (!begun || !isLasting(begun.created_at.getTime() + SET_UP_MS + 1, SET_UP_MS, now))
      throw new AppError('accounts.set_up_over');
    if (!(await factors.takeCode(tx, deps, begun, code))) throw wrongCode();
    const before = await factors.findFactor(tx, person.id);
    await factors.putOn(tx, deps, begun);
    await factors.replaceRecoveryCodes(tx, deps, person.id, recoveryCodes);
    const ending = await endSessionsOf(tx, now, person.id, scope.sessionId);
    await tellAbout(tx, deps, { person, accountId: scope.accountId }, 'person.second-factor-on', (when) =>
      secondFactorOnMail(deps, when, before !== undefined),
    );
    return ending;
  });
  forget(deps, scope, ended);
  return { recoveryCodes };
}

/**
 * Turns the second factor off. Refused while one of the person's accounts requires it: otherwise an attacker could turn
 * it off and set up their own.
 */
export async function turnOffSecondFactor(deps: AuthDeps, scope: Scope): Promise<void> {
  await asSystem(deps, async (tx) => {
    const person = await personOf(tx, scope);
    if (!(await factors.findFactor(tx, person.id))) throw new AppError('accounts.second_factor_off');
    const [name, ...more] = await factors.accountsThatRequire(tx, person.id);
    if (name !== undefined)
      throw new AppError('accounts.second_factor_kept', {
        message: say('accounts.require_second_factor', {
          accounts: [name, ...more].join(', '),
          count: 1 + more.length,
        }),
      });
    await factors.takeOff(tx, person.id);
    await tellAbout(tx, deps, { person, accountId: scope.accountId }, 'person.second-factor-off', (when) =>
      secondFactorOffMail(deps, when),
    );
  });
  forget(deps, scope, []);
}

export async function renewRecoveryCodes(deps: AuthDeps, scope: Scope): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = newRecoveryCodes();
  await asSystem(deps, async (tx) => {
    const person = await personOf(tx, scope);
    if (!(await factors.findFactor(tx, person.id))) throw new AppError('accounts.second_factor_off');
    await factors.replaceRecoveryCodes(tx, deps, person.id, recoveryCodes);
    await tellAbout(tx, deps, { person, accountId: scope.accountId }, 'person.recovery-codes-made', (when) =>
      recoveryCodesMail(deps, when),
    );
  });
  return { recoveryCodes };
}

/**
 * Uses up a code of the authenticator app or a recovery code. Returns false if the code is wrong or was used before,
 * and true for a person without a second factor. Runs in the transaction of the action that the code permits. The
 * caller limits the number of attempts beforehand.
 */
export async function takeTypedCode(
  tx: SystemTx,
  deps: AuthDeps,
  person: PersonRow,
  code: string,
  accountId: string | null,
): Promise<boolean> {
  const factor = await factors.findFactor(tx, person.id);
  if (!factor) return true;
  if (await factors.takeCode(tx, deps, factor, code)) return true;
  if (!(await factors.takeRecoveryCode(tx, deps, person.id, code))) return false;
  const left = await factors.countRecoveryCodes(tx, person.id);
  await tellAbout(tx, deps, { person, accountId }, 'person.recovery-code-used', (when) =>
    recoveryCodeUsedMail(deps, when, left),
  );
  return true;
}

/**
 * Verifies the person's identity again: by password, and also by code if the person has a second factor. Must be called
 * outside of a transaction, because hashing is slow and failures are counted even though the call fails.
 */
export async function prove(
  deps: AuthDeps,
  scope: Scope,
  typed: { password: string; code?: string | undefined },
): Promise<{ provedUntil: string }> {
  await countOwnPassword(deps, scope.userId);
  const { person, hasFactor } = await asSystem(deps, async (tx) => ({
    person: await personOf(tx, scope),
    hasFactor: (await factors.findFactor(tx, scope.userId)) !== undefined,
  }));
  if (!(await isPassword(person.password_hash, typed.password)))
    throw fieldError('password', say('accounts.wrong_password'), 'accounts.wrong_password');
  if (hasFactor && typed.code === undefined) throw fieldError('code', say('field.required'), 'accounts.wrong_code');
  const codes = `second-factor-proof:${scope.sessionId}`;
  if (hasFactor) await countTry(deps, codes, MOST_CODES_A_DAY, DAY_SECONDS);
  const now = deps.clock.now();
  await asSystem(deps, async (tx) => {
    // Lock the row and check again: the second factor may have been turned on, or the password changed, during the
    // check.
    const held = await tx
      .selectFrom('person')
      .select('password_hash')
      .where('id', '=', person.id)
      .forShare()
      .executeTakeFirst();
    if (held?.password_hash !== person.password_hash)
      throw fieldError('password', say('accounts.wrong_password'), 'accounts.wrong_password');
    if (!(await takeTypedCode(tx, deps, person, typed.code ?? '', scope.accountId))) throw wrongCode();
    await markProved(tx, scope.sessionId, now);
  });
  await clearOwnPassword(deps, scope.userId);
  if (hasFactor) await clearTries(deps, codes);
  return { provedUntil: provedUntil(now).toISOString() };
}

/**
 * The nightly job that encrypts second-factor secrets again if they were encrypted with an older master key, so that an
 * operator can eventually remove that key.
 */
export async function resealSecondFactors(w: Work, { secrets }: Pick<AuthDeps, 'secrets'>): Promise<object> {
  return { resealed: await aboveAccount(w, (tx) => factors.resealFactors(tx, secrets, w.scope.accountId)) };
}

async function personOf(tx: SystemTx, scope: Scope): Promise<PersonRow> {
  const person = await findPerson(tx, scope.userId);
  if (!person) throw new AppError('session_ended');
  return { ...person, language: person.language ?? scope.language };
}

/** Writes the audit row, queues the mail and notifies open tabs, in the transaction of the change. */
async function tellAbout(
  tx: SystemTx,
  deps: AuthDeps,
  { person, accountId }: { readonly person: PersonRow; readonly accountId: string | null },
  action: PersonAction,
  mail: (when: When) => MailTexts,
): Promise<void> {
  await queuePersonMail(tx, deps, person, 'second-factor', mail(whenFor(person, deps.clock.now())));
  await auditPerson(tx, deps, { id: person.id, accountId }, action);
  await tellPerson(tx, person.id);
}

/**
 * Removes sessions from the sign-in cache: the current one, because the rights of the person have changed, and the
 * revoked ones.
 */
function forget({ signIn }: AuthDeps, { sessionId }: Scope, ended: readonly string[]): void {
  signIn.forgetSessions([...ended, ...(sessionId === null ? [] : [sessionId])]);
}
