import { say } from '@quayside/contracts/texts/catalogue';
import type { Role } from '@quayside/domain/lists';
import { isCurrency } from '@quayside/domain/money/currencies';
import { asSystem, enterAccount, type SystemTx, type TxDeps } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { timelessId } from '../../../ids.ts';
import type { BodyOf } from '../accounts.types.ts';
import { queueVerification } from './address-proof.ts';
import { isUnanswered } from '../people/invited-person.ts';
import { networkOf } from './network.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { ADDRESS } from '../rows/people.queries.ts';
import { countTry } from '../rows/rate-limit.queries.ts';
import { type Agent, type Issued, startSession } from './sessions.service.ts';
import { signIn, type SignInDeps } from './sign-in.service.ts';

const TRIAL_DAYS = 14;

const emailTaken = () =>
  new AppError('accounts.email_taken', { errors: [{ field: 'email', message: say('accounts.email_taken') }] });

/**
 * Creates a person with their own account (free trial, no card), and queues the verification mail in the same
 * transaction.
 */
export async function register(deps: SignInDeps, body: BodyOf<'registerTrial'>, agent: Agent): Promise<Issued> {
  await countTry(deps, `register-ip:${networkOf(agent.ip)}`, 100, 3600);
  checkPassword(body.password, [body.email, body.firstName, body.lastName, body.company]);
  if (!isCurrency(body.currency)) throw fieldError('currency', say('choose.currency'));
  const existing = await asSystem(deps, (tx) =>
    tx
      .selectFrom('person')
      .select(['id', 'password_hash', 'is_verified', 'is_active', 'created_at'])
      .where((eb) => eb(eb.fn('lower', ['email']), '=', body.email.toLowerCase()))
      .executeTakeFirst(),
  );
  if (existing && !isUnanswered(existing)) {
    // If a client repeats a successful registration, for example because it missed the answer, it gets the same answer
    // again: it is signed in.
    const isRepeat =
      deps.clock.now().getTime() - existing.created_at.getTime() < 10 * 60_000 &&
      (await isPassword(existing.password_hash, body.password));
    if (isRepeat) return signIn(deps, { userName: body.email, password: body.password }, agent);
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
    await queueVerification(tx, deps, { id: personId, email: body.email, language: agent.language ?? null });
    return startSession(tx, deps, personId, accountId, agent);
  });
}

interface NewPerson {
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

/** Inserts the rows of a new person and their account. */
export async function createPersonWithAccount(
  tx: SystemTx,
  deps: TxDeps,
  p: NewPerson,
): Promise<{ personId: string; accountId: string }> {
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

/**
 * Creates the row of a person. If the address was invited and the invitation never answered, the person takes over the
 * placeholder row with its invitations. Refuses with 409 if the address is already registered.
 */
export async function createPerson(
  tx: SystemTx,
  deps: TxDeps,
  p: NewPerson,
  defaultAccountId: string,
): Promise<string> {
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
        // This repeats the condition of `isUnanswered`, because another registration may have taken over the row since
        // the check.
        .where('person.password_hash', 'is', null)
        .where('person.is_verified', '=', false)
        .where('person.is_active', '=', true),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) throw emailTaken();
  return row.id;
}

/** Adds a person to an account. The caller must have called `enterAccount` for this account in the same transaction. */
export async function addMember(
  tx: SystemTx,
  deps: TxDeps,
  accountId: string,
  personId: string,
  roles: readonly Role[],
): Promise<void> {
  await tx
    .insertInto('account_member')
    .values({ account_id: accountId, person_id: personId, roles: [...roles], created_at: deps.clock.now() })
    .execute();
}
