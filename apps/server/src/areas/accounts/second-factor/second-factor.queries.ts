import { enterAccount, type SystemTx, type TxDeps } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

type FactorDeps = TxDeps & Pick<Deps, 'secrets'>;
const placeOf = (id: string) => ({ table: 'second_factor', column: 'sealed_secret', accountId: '', rowId: id });

/** The active second factor of a person. */
export const findFactor = (tx: SystemTx, personId: string) =>
  tx
    .selectFrom('second_factor')
    .selectAll()
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();

/** The second factor that the person is setting up and has not confirmed yet. */
export const findBegun = (tx: SystemTx, personId: string) =>
  tx
    .selectFrom('second_factor')
    .selectAll()
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Starts the set-up of a second factor. An unfinished earlier set-up is discarded. */
export async function saveBegun(tx: SystemTx, deps: FactorDeps, personId: string, secret: string): Promise<void> {
  // Lock the person's row first, so that concurrent set-ups run one after the other.
  await tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
  await tx.deleteFrom('second_factor').where('person_id', '=', personId).where('confirmed_at', 'is', null).execute();
  const id = deps.newId();
  await tx
    .insertInto('second_factor')
    .values({
      id,
      person_id: personId,
      sealed_secret: deps.secrets.seal(secret, placeOf(id)),
      created_at: deps.clock.now(),
    })
    .execute();
}

/**
 * If the last used time step is further ahead than this, it was stored before the clock was set back. It is then
 * ignored.
 */
const FUTURE_STEPS = 4n;

/**
 * Accepts a code unless this code, or one of a later time step, was accepted before. This is a single statement, so
 * that two concurrent requests cannot both use the same code.
 */
export async function takeCode(
  tx: SystemTx,
  deps: FactorDeps,
  factor: { readonly id: string; readonly sealed_secret: string },
  code: string,
): Promise<boolean> {
  const secret = deps.secrets.open(factor.sealed_secret, placeOf(factor.id));
  const step = stepOf(secret, code, deps.clock.now());
  if (step === undefined) return false;
  const taken = await tx
    .updateTable('second_factor')
    .set({ last_step: BigInt(step) })
    .where('id', '=', factor.id)
    .where((eb) =>
      eb.or([
        eb('last_step', 'is', null),
        eb('last_step', '<', BigInt(step)),
        eb('last_step', '>', BigInt(step) + FUTURE_STEPS),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Activates the second factor that the person was setting up. It replaces any earlier one. */
export async function putOn(
  tx: SystemTx,
  deps: TxDeps,
  factor: { readonly id: string; readonly person_id: string },
): Promise<void> {
  await tx
    .deleteFrom('second_factor')
    .where('person_id', '=', factor.person_id)
    .where('confirmed_at', 'is not', null)
    .execute();
  await tx.updateTable('second_factor').set({ confirmed_at: deps.clock.now() }).where('id', '=', factor.id).execute();
}

/** Deletes the second factor, any unfinished set-up and all recovery codes. */
export async function takeOff(tx: SystemTx, personId: string): Promise<void> {
  await tx.deleteFrom('second_factor').where('person_id', '=', personId).execute();
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
}

export async function replaceRecoveryCodes(
  tx: SystemTx,
  deps: TxDeps,
  personId: string,
  codes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  const created_at = deps.clock.now();
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ hash: hashRecoveryCode(code), person_id: personId, created_at })))
    .execute();
}

export async function takeRecoveryCode(tx: SystemTx, deps: TxDeps, personId: string, code: string): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_code')
    .set({ used_at: deps.clock.now() })
    .where('hash', '=', hashRecoveryCode(code))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countRecoveryCodes(tx: SystemTx, personId: string): Promise<number> {
  const row = await tx
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

/**
 * Encrypts the second-factor secrets of an account's members again if they were encrypted with an older master key.
 * Returns how many there were. The caller must have called `enterAccount` for this account.
 */
export async function resealFactors(tx: SystemTx, secrets: FactorDeps['secrets'], accountId: string): Promise<number> {
  const rows = await tx
    .selectFrom('second_factor as f')
    .innerJoin('account_member as m', 'm.person_id', 'f.person_id')
    .select(['f.id', 'f.sealed_secret'])
    .where('m.account_id', '=', accountId)
    .forUpdate('f')
    .execute();
  const old = rows.filter((row) => !secrets.isCurrent(row.sealed_secret));
  for (const { id, sealed_secret } of old) {
    const sealed = secrets.seal(secrets.open(sealed_secret, placeOf(id)), placeOf(id));
    await tx.updateTable('second_factor').set({ sealed_secret: sealed }).where('id', '=', id).execute();
  }
  return old.length;
}

/** The sessions in an account that belong to people without a second factor. */
export async function sessionsWithoutFactor(tx: SystemTx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('session as s')
    .leftJoin('second_factor as f', (on) =>
      on.onRef('f.person_id', '=', 's.person_id').on('f.confirmed_at', 'is not', null),
    )
    .select('s.id')
    .where('s.account_id', '=', accountId)
    .where('s.ended_at', 'is', null)
    .where('f.id', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** The names of the person's accounts that require a second factor. */
export async function accountsThatRequire(tx: SystemTx, personId: string): Promise<string[]> {
  await enterAccount(tx, null, personId);
  const rows = await tx
    .selectFrom('account_member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .select('a.name')
    .where('m.person_id', '=', personId)
    .where('m.invitation_status', '=', 'ACCEPTED')
    .where('a.is_second_factor_required', '=', true)
    .orderBy('a.name')
    .execute();
  return rows.map((row) => row.name);
}
