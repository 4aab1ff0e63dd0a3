import { enterAccount, type SystemTx, type TxDeps } from '../../../db/tx.ts';
import { auditAsSystem, changed, doerOutside, emitAsSystem } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { hashToken } from '../../../http/tokens.ts';
import { isValidProof, type Proof, spendProof } from '../rows/mail-proofs.queries.ts';
import { endSessions } from './sessions.service.ts';

/** The columns of a person that sign-in and passwords need. */
export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string | null;
  readonly time_zone: string;
  readonly language: string | null;
  readonly is_verified: boolean;
  readonly is_active: boolean;
  readonly default_account_id: string | null;
}
const COLUMNS = [
  'id',
  'email',
  'password_hash',
  'first_name',
  'last_name',
  'company',
  'time_zone',
  'language',
  'is_verified',
  'is_active',
  'default_account_id',
] as const satisfies readonly (keyof PersonRow)[];

export const findPerson = (tx: SystemTx, id: string): Promise<PersonRow | undefined> =>
  tx.selectFrom('person').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Finds a person by e-mail address, ignoring case. */
export const findPersonByEmail = (tx: SystemTx, email: string): Promise<PersonRow | undefined> =>
  tx
    .selectFrom('person')
    .select(COLUMNS)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();

/** The person's address and names. A password must not consist of these words. */
export const ownWordsOf = (p: PersonRow): readonly (string | null)[] => [p.email, p.first_name, p.last_name, p.company];

async function openSessions(
  tx: SystemTx,
  personId: string,
): Promise<{ id: string; accountId: string; personId: string }[]> {
  const rows = await tx
    .selectFrom('session')
    .select(['id', 'account_id'])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => ({ id: row.id, accountId: row.account_id, personId }));
}

/** Revokes all sessions of a person except one (null: no exception) and returns the ids of the revoked sessions. */
export async function endSessionsOf(tx: SystemTx, now: Date, personId: string, keep: string | null): Promise<string[]> {
  const ending = (await openSessions(tx, personId)).filter((s) => s.id !== keep);
  await endSessions(tx, now, ending);
  return ending.map((s) => s.id);
}

/** Makes the person's open tabs fetch the person's data again. */
export async function tellPerson(tx: SystemTx, personId: string): Promise<void> {
  const accounts = new Set((await openSessions(tx, personId)).map((s) => s.accountId));
  for (const accountId of accounts) await emitAsSystem(tx, accountId, personId, changed('account', [personId]));
}

export type PersonAction =
  | 'person.password-reset'
  | `person.address-${'verified' | 'changed'}`
  | `person.second-factor-${'on' | 'off'}`
  | `person.recovery-code${'s-made' | '-used'}`;
/**
 * Writes an audit row for a change to a person's sign-in data. Such a change concerns no particular account, so the row
 * is stored in the audit log of the person's default account.
 */
export async function auditPerson(
  tx: SystemTx,
  deps: TxDeps,
  who: { id: string; accountId: string | null },
  action: PersonAction,
): Promise<void> {
  if (who.accountId === null) return;
  await enterAccount(tx, who.accountId, who.id);
  await auditAsSystem(tx, doerOutside(deps, who.id), who.accountId, {
    action,
    subjectIds: [who.id],
  });
}

/**
 * Checks the token of a mailed link without using it up. Returns why the token is not valid, or undefined if it is
 * valid.
 */
export async function linkRefusal(
  tx: SystemTx,
  deps: TxDeps,
  token: string,
  proof: Omit<Proof, 'email'>,
): Promise<AppError | undefined> {
  const row = await tx
    .selectFrom('mail_proof')
    .select(['used_at', 'expires_at'])
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', proof.purpose)
    .where('person_id', '=', proof.personId)
    .where('account_id', 'is not distinct from', proof.accountId)
    .executeTakeFirst();
  if (!row) return new AppError('accounts.link_unknown');
  if (row.used_at) return new AppError('accounts.link_used');
  return isValidProof(proof.purpose, row.expires_at, deps.clock.now())
    ? undefined
    : new AppError('accounts.link_expired');
}

/** Uses up the token of a mailed link. Returns the address that the mail was sent to, or why the token is not valid. */
export async function openLink(
  tx: SystemTx,
  deps: TxDeps,
  token: string,
  proof: Omit<Proof, 'email'>,
): Promise<string> {
  const email = await spendProof(tx, deps, token, proof);
  if (email === undefined) throw (await linkRefusal(tx, deps, token, proof)) ?? new AppError('accounts.link_unknown');
  return email;
}
