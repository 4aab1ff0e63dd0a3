import type { BodyOf, Me } from './accounts.types.ts';
import { isCurrency } from '@quayside/domain/money/currencies';
import type { Role } from '@quayside/domain/lists';
import { aboveAccount, asSystem, enterAccount, type SystemTx, type TxDeps, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { timelessId } from '../../ids.ts';
import { networkOf } from './network.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { knownAs, knownDevice } from './known-device.ts';
import { queueVerification } from './address-proof.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isUnanswered } from './invited-person.ts';
import { accountsOf } from './memberships.service.ts';
import { ADDRESS } from './people.queries.ts';
import { clearTries, countTry } from './rate-limit.queries.ts';
import { findFactor } from './second-factor.queries.ts';
import { DAY_SECONDS, MOST_CODES_A_DAY, takeTypedCode, wrongCode } from './second-factor.service.ts';
import { type Agent, type Issued, startSession } from './sessions.service.ts';

const TRIAL_DAYS = 14;
type SignInDeps = TxDeps & Pick<Deps, 'secrets' | 'config' | 'signIn'>;

/** A person's accounts that they may open, their default first. */
async function openAccounts(tx: SystemTx, personId: string): Promise<{ accountId: string; status: string }[]> {
  await enterAccount(tx, null, personId);
  const rows = await tx
    .selectFrom('account_member')
    .select(['account_id', 'invitation_status'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
  return rows.map((r) => ({ accountId: r.account_id, status: r.invitation_status }));
}

/**
 * E-mail and password to a session. Wrong, unknown and blocked look alike and take as long. Strangers who guess are stopped by
 * address and by name; a browser in which the person has signed in before counts its own tries, so that nobody locks them out.
 * With a second factor the right password alone opens nothing, and a code is looked at only beside the right password.
 */
export async function authenticate(deps: SignInDeps, body: BodyOf<'authenticate'>, agent: Agent): Promise<Issued> {
  const name = body.userName.toLowerCase();
  const person = await asSystem(deps, (tx) =>
    tx
      .selectFrom('person as p')
      .leftJoin('second_factor as f', (join) => join.onRef('f.person_id', '=', 'p.id').on('f.confirmed_at', 'is not', null))
      .selectAll('p')
      .select('f.id as factor_id')
      .where((eb) => eb(eb.fn('lower', ['p.email']), '=', name))
      .executeTakeFirst(),
  );
  const knownTo = person && knownAs(person.id, person.factor_id);
  const device = knownTo && knownDevice(deps.secrets, agent.deviceCookie, knownTo);
  const bucket = device === undefined ? `sign-in:${name}` : `sign-in-device:${device}`;
  if (device === undefined) await countTry(deps, `sign-in-ip:${networkOf(agent.ip)}`, 50, 15 * 60);
  await countTry(deps, bucket, 10, 15 * 60);
  if (!(await isPassword(person?.password_hash, body.password)) || !person) throw new AppError('wrong_credentials');
  if (!person.is_active) throw new AppError('not_activated');
  const hasFactor = person.factor_id !== null;
  if (hasFactor && body.code === undefined) throw new AppError('second_factor_required');
  const codes = `second-factor:${device ?? person.id}`;
  if (hasFactor) await countTry(deps, codes, MOST_CODES_A_DAY, DAY_SECONDS);
  const issued = await asSystem(deps, async (tx) => {
    // The password may have been changed while this one was being checked: then it opens nothing any more.
    const now = await tx.selectFrom('person').select(['password_hash', 'is_active']).where('id', '=', person.id).forShare().executeTakeFirst();
    if (!now?.is_active || now.password_hash !== person.password_hash) throw new AppError('wrong_credentials');
    const accounts = (await openAccounts(tx, person.id)).filter((a) => a.status === 'ACCEPTED');
    const first = accounts.find((a) => a.accountId === person.default_account_id) ?? accounts[0];
    if (!first) throw new AppError('people.rejected');
    // Also where none was on a moment ago: it may have been turned on while the password was being checked.
    if (!(await takeTypedCode(tx, deps, person, body.code ?? '', first.accountId)))
      throw body.code === undefined ? new AppError('second_factor_required') : wrongCode();
    return startSession(tx, deps, person.id, first.accountId, agent);
  });
  // Cleared by a whole sign-in alone: whoever knows the password does not get another ten codes with each right password.
  await clearTries(deps, bucket);
  if (hasFactor) await clearTries(deps, codes);
  return { ...issued, ...(knownTo !== undefined && { knownTo }) };
}

/** Throws at the password's field unless it is one that we accept (decisions, Sessions). */
export function checkPassword(password: string, ownWords: readonly (string | null | undefined)[], field = 'password'): void {
  const lower = password.toLowerCase();
  const own = ownWords.flatMap((w) => (w ?? '').toLowerCase().split(/[\s@.]+/)).filter((w) => w.length >= 4);
  if (isCommonPassword(lower)) throw fieldError(field, 'This password is among the commonest. Choose another one.');
  if (own.some((w) => lower === w || (lower.includes(w) && lower.length - w.length < 4)))
    throw fieldError(field, 'This password is too close to your own name or address. Choose another one.');
}

const emailTaken = () => new AppError('accounts.email_taken', { errors: [{ field: 'email', message: 'Existing User account.' }] });

/** Makes a person with an account of their own: free trial, no card. The mail that verifies their address is in the same transaction. */
export async function registerTrial(deps: SignInDeps, body: BodyOf<'registerTrial'>, agent: Agent): Promise<Issued> {
  await countTry(deps, `register-ip:${networkOf(agent.ip)}`, 100, 3600);
  checkPassword(body.password, [body.email, body.firstName, body.lastName, body.company]);
  if (!isCurrency(body.currency)) throw fieldError('currency', 'Choose a currency');
  const existing = await asSystem(deps, (tx) =>
    tx
      .selectFrom('person')
      .select(['id', 'password_hash', 'is_verified', 'is_active', 'created_at'])
      .where((eb) => eb(eb.fn('lower', ['email']), '=', body.email.toLowerCase()))
      .executeTakeFirst(),
  );
  if (existing && !isUnanswered(existing)) {
    // The same form sent twice: the second answer is the first one's.
    const isRepeat = deps.clock.now().getTime() - existing.created_at.getTime() < 10 * 60_000 && (await isPassword(existing.password_hash, body.password));
    if (isRepeat) return authenticate(deps, { userName: body.email, password: body.password }, agent);
    throw emailTaken();
  }
  const passwordHash = await hashPassword(body.password);
  return asSystem(deps, async (tx) => {
    const { personId, accountId } = await createPersonWithAccount(tx, deps, {
      ...body,
      phone: body.phone ?? null,
      company: body.company ?? null,
      passwordHash,
      accountName: body.company ?? `${body.firstName} ${body.lastName}`,
      isDemo: false,
    });
    await queueVerification(tx, deps, { id: personId, email: body.email });
    return startSession(tx, deps, personId, accountId, agent);
  });
}

export interface NewPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly passwordHash: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly accountName: string;
  readonly isDemo: boolean;
}

/** The rows of a new person and their account. */
export async function createPersonWithAccount(tx: SystemTx, deps: TxDeps, p: NewPerson): Promise<{ personId: string; accountId: string }> {
  const now = deps.clock.now();
  const accountId = deps.newId();
  const personId = await createPerson(tx, deps, p, accountId);
  await enterAccount(tx, accountId, personId);
  await tx
    .insertInto('account')
    .values({
      account_id: accountId,
      name: p.accountName,
      owner_id: personId,
      currency: p.currency,
      time_zone: p.timeZone,
      is_demo: p.isDemo,
      tier: p.isDemo ? null : 'TRIAL_14',
      tier_expiry_at: p.isDemo ? null : new Date(now.getTime() + TRIAL_DAYS * 86_400_000),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await addMember(tx, deps, accountId, personId, ['sv-account-admin']);
  return { personId, accountId };
}

/** The row of a new person. Where the address was invited and never answered, that row is theirs, with its invitations; where somebody has it, 409. */
export async function createPerson(tx: SystemTx, deps: TxDeps, p: NewPerson, defaultAccountId: string): Promise<string> {
  const now = deps.clock.now();
  const person = {
    email: p.email,
    password_hash: p.passwordHash,
    first_name: p.firstName,
    last_name: p.lastName,
    phone: p.phone,
    company: p.company,
    time_zone: p.timeZone,
    is_verified: p.isDemo,
    default_account_id: defaultAccountId,
    created_at: now,
    updated_at: now,
  };
  const row = await tx
    .insertInto('person')
    .values({ id: timelessId(deps.newId()), ...person })
    .onConflict((oc) =>
      oc
        .expression(ADDRESS)
        .doUpdateSet((eb) => ({ ...person, version: eb('person.version', '+', 1) }))
        // As `isUnanswered` says; asked again, because two may register at the same moment.
        .where('person.password_hash', 'is', null)
        .where('person.is_verified', '=', false)
        .where('person.is_active', '=', true),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) throw emailTaken();
  return row.id;
}

/** Needs a transaction that has entered the account. */
export async function addMember(tx: SystemTx, deps: TxDeps, accountId: string, personId: string, roles: readonly Role[]): Promise<void> {
  await tx
    .insertInto('account_member')
    .values({ account_id: accountId, person_id: personId, roles: [...roles], created_at: deps.clock.now() })
    .execute();
}

/** The signed-in person. Reads above the account, because their other accounts are listed too. */
export function getMe(w: Work): Promise<Me> {
  const { scope } = w;
  return aboveAccount(w, async (tx) => {
    const person = await tx.selectFrom('person').selectAll().where('id', '=', scope.userId).executeTakeFirst();
    if (!person) throw new AppError('session_ended');
    const factor = await findFactor(tx, scope.userId);
    const accounts = await accountsOf(tx, scope.userId, scope.accountId);
    const current = await tx
      .selectFrom('account')
      .select(['is_demo', 'is_second_factor_required'])
      .where('account_id', '=', scope.accountId)
      .executeTakeFirst();
    return {
      id: person.id,
      email: person.email,
      firstName: person.first_name,
      lastName: person.last_name,
      phone: person.phone,
      timeZone: person.time_zone,
      company: person.company,
      isVerified: person.is_verified,
      accountRoles: scope.roles.map((name) => ({ name })),
      accounts,
      currentAccountId: scope.accountId,
      isTierExpired: scope.tierExpired,
      isSecondFactorOn: factor !== undefined,
      isSecondFactorRequired: current?.is_second_factor_required === true,
      isDemo: current?.is_demo === true,
    };
  });
}
