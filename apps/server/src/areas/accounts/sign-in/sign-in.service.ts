import { asSystem, enterAccount, type SystemTx, type TxDeps } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../http/errors.ts';
import type { BodyOf } from '../accounts.types.ts';
import { knownAs, knownDevice } from './known-device.ts';
import { networkOf } from './network.ts';
import { isPassword } from './passwords.ts';
import { clearTries, countTry } from '../rows/rate-limit.queries.ts';
import { DAY_SECONDS, MOST_CODES_A_DAY, takeTypedCode, wrongCode } from '../second-factor/second-factor.service.ts';
import { type Agent, type Issued, startSession } from './sessions.service.ts';

export type SignInDeps = TxDeps & Pick<Deps, 'secrets' | 'config' | 'signIn'>;

/** The person's memberships and invitations with their status, oldest first. */
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
 * Starts a session for an e-mail address and a password. An unknown address and a wrong password get the same answer
 * after the same time, and the same limits apply to both. Attempts are limited per network and per address. Attempts
 * from a browser in which the person has signed in before are counted separately, so that strangers cannot lock the
 * person out. If the person has a second factor, the password alone gives no access, and a code is checked only after
 * the right password.
 */
export async function signIn(deps: SignInDeps, body: BodyOf<'authenticate'>, agent: Agent): Promise<Issued> {
  const name = body.userName.toLowerCase();
  const person = await asSystem(deps, (tx) =>
    tx
      .selectFrom('person as p')
      .leftJoin('second_factor as f', (join) =>
        join.onRef('f.person_id', '=', 'p.id').on('f.confirmed_at', 'is not', null),
      )
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
    // The password may have been changed while it was being checked; in that case the typed one is no longer valid.
    const now = await tx
      .selectFrom('person')
      .select(['password_hash', 'is_active'])
      .where('id', '=', person.id)
      .forShare()
      .executeTakeFirst();
    if (!now?.is_active || now.password_hash !== person.password_hash) throw new AppError('wrong_credentials');
    const accounts = (await openAccounts(tx, person.id)).filter((a) => a.status === 'ACCEPTED');
    const first = accounts.find((a) => a.accountId === person.default_account_id) ?? accounts[0];
    if (!first) throw new AppError('people.rejected');
    // Read the second factor again, because it may have been turned on while the password was being checked.
    if (!(await takeTypedCode(tx, deps, person, body.code ?? '', first.accountId)))
      throw body.code === undefined ? new AppError('second_factor_required') : wrongCode();
    return startSession(tx, deps, person.id, first.accountId, agent);
  });
  // Failed attempts are reset only by a complete sign-in. Otherwise somebody who knows the password could reset them
  // with it and try more codes.
  await clearTries(deps, bucket);
  if (hasFactor) await clearTries(deps, codes);
  return { ...issued, ...(knownTo !== undefined && { knownTo }) };
}
