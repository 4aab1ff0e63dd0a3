import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addMember, createPersonWithAccount } from '../areas/accounts/sign-in/registration.service.ts';
import { OWNER } from '../db/embedded/cluster.ts';
import { connectionUrl } from '../db/embedded/owner.ts';
import { findPlace } from '../db/embedded/place.ts';
import { createDatabase, createPool } from '../db/pool.ts';
import { asSystem, enterAccount, type SystemTx, type TxDeps } from '../db/tx.ts';
import { createIds } from '../ids.ts';

/** An account to create. It has its own owner, and the test user becomes a member. */
interface OtherAccount {
  readonly name: string;
  readonly status?: 'INVITED' | 'ACCEPTED';
}

/** The connection URL of the database of a running Quayside server. */
export function addressOf(dataDir: string): string {
  const { home } = findPlace(dataDir, () => undefined);
  const password = readFileSync(join(home, `${OWNER}.password`), 'utf8').trim();
  return connectionUrl(
    OWNER,
    password,
    Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]),
  );
}

/** Changes the default account of a person in the database of a running server. */
export async function inAccountOf(
  dataDir: string,
  email: string,
  change: (tx: SystemTx, accountId: string) => Promise<void>,
): Promise<void> {
  await inDatabaseOf(
    dataDir,
    createIds(() => Date.now()),
    (deps) =>
      asSystem(deps, async (tx) => {
        const person = await tx
          .selectFrom('person')
          .select(['id', 'default_account_id'])
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        await enterAccount(tx, person.default_account_id, person.id);
        await change(tx, person.default_account_id ?? '');
      }),
  );
}

/** Makes the person's default account on a running server require a second factor. */
export const requireSecondFactor = (dataDir: string, email: string): Promise<void> =>
  inAccountOf(dataDir, email, async (tx, accountId) => {
    await tx
      .updateTable('account')
      .set({ is_second_factor_required: true })
      .where('account_id', '=', accountId)
      .execute();
  });

/**
 * Makes a person on a running server a member of new accounts, each of which has its own owner. Also marks the person's
 * e-mail address as verified.
 */
export async function joinAccounts(dataDir: string, email: string, accounts: readonly OtherAccount[]): Promise<void> {
  const newId = createIds(() => Date.now());
  await inDatabaseOf(dataDir, newId, (deps) =>
    asSystem(deps, async (tx) => {
      const person = await tx
        .updateTable('person')
        .set({ is_verified: true })
        .where('email', '=', email)
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const { name, status = 'ACCEPTED' } of accounts) {
        const { accountId } = await createPersonWithAccount(tx, deps, {
          firstName: 'Priya',
          lastName: 'Shah',
          email: `owner-${newId()}@example.test`,
          phone: null,
          company: null,
          passwordHash: 'none',
          currency: 'GBP',
          timeZone: 'Europe/London',
          accountName: name,
          isDemo: false,
        });
        await enterAccount(tx, accountId, person.id);
        await addMember(tx, deps, accountId, person.id, ['sv-account-admin']);
        await tx
          .updateTable('account_member')
          .set({ invitation_status: status })
          .where('account_id', '=', accountId)
          .where('person_id', '=', person.id)
          .execute();
      }
    }),
  );
}

/** Works in the database of a running server, beside it. */
export async function inDatabaseOf<T>(
  dataDir: string,
  newId: () => string,
  run: (deps: TxDeps) => Promise<T>,
): Promise<T> {
  const db = createDatabase(createPool(addressOf(dataDir), () => undefined, 1));
  try {
    return await run({ db, clock: { now: () => new Date() }, newId });
  } finally {
    await db.destroy();
  }
}
