import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type {
  patchUser as patchUserCall,
  replaceUser as replaceUserCall,
  User,
} from '@quayside/contracts/accounts/users';
import { languageNamed } from '@quayside/contracts/texts/languages';
import { todayIn } from '@quayside/domain/days/days';
import { isAccountAdmin, isSystemAdmin } from '@quayside/domain/access/access';
import type { Role } from '@quayside/domain/lists';
import type { Selectable } from 'kysely';
import { asSystem, enterAccount, type SystemTx, type TxDeps, type Work } from '../../../db/tx.ts';
import type { Person } from '../../../db/types.gen.ts';
import { auditAsSystem, changed, doerOf, emitAsSystem } from '../../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../../http/errors.ts';
import { accountsOf } from './memberships.service.ts';
import { findAccountUserSettings } from '../own/own-settings.service.ts';

type PersonRow = Selectable<Person>;
type ProfilePatch = Omit<BodyOut<typeof patchUserCall>, 'currentAccountId'>;

/** Which accounts an answer lists: all accounts of the person, or only the current one. */
type Accounts = 'all' | 'current';

/** Reads the accounts of a person. From then on the transaction has the rights of this person in this account. */
async function readAccounts(tx: SystemTx, personId: string, accountId: string | null, which: Accounts) {
  await enterAccount(tx, accountId, personId);
  const accounts = await accountsOf(tx, personId, accountId);
  const settings = accountId === null ? undefined : await findAccountUserSettings(tx, accountId, personId);
  return {
    accounts: which === 'all' ? accounts : accounts.filter((account) => account.isCurrent),
    accountUserSettings: settings ?? null,
  };
}

const toUser = async (
  tx: SystemTx,
  p: PersonRow,
  roles: readonly Role[],
  accountId: string | null,
  which: Accounts = 'all',
): Promise<User> => ({
  ...(await readAccounts(tx, p.id, accountId, which)),
  id: p.id,
  email: p.email,
  firstName: p.first_name,
  lastName: p.last_name,
  phone: p.phone,
  timeZone: p.time_zone,
  language: languageNamed(p.language) ?? null,
  company: p.company,
  bio: p.bio,
  dateOfBirth: p.date_of_birth,
  isVerified: p.is_verified,
  accountRoles: roles.map((name) => ({ name })),
  currentAccountId: accountId,
  version: p.version,
});

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
function personRow(tx: SystemTx, idOrEmail: string): Promise<PersonRow | undefined> {
  const word = idOrEmail.toLowerCase();
  return tx
    .selectFrom('person')
    .selectAll()
    .where((eb) => (UUID.test(word) ? eb('id', '=', word) : eb(eb.fn('lower', ['email']), '=', word)))
    .executeTakeFirst();
}

/** The roles of a member; undefined if the person is not a member. */
async function rolesIn(tx: SystemTx, accountId: string, person: PersonRow): Promise<Role[] | undefined> {
  await enterAccount(tx, accountId, person.id);
  const member = await tx
    .selectFrom('account_member')
    .select('roles')
    .where('account_id', '=', accountId)
    .where('person_id', '=', person.id)
    .where('invitation_status', '=', 'ACCEPTED')
    .executeTakeFirst();
  return member && [...(member.roles as Role[]), ...(person.is_system_admin ? (['sv-admin'] as const) : [])];
}

/**
 * Reads a person. People may read themselves, admins the members of their account, and system admins everybody.
 * Anything else is answered with not_found.
 */
export function getUser(deps: TxDeps, w: Work, idOrEmail: string): Promise<User> {
  const { scope } = w;
  return asSystem(deps, async (tx) => {
    const person = await personRow(tx, idOrEmail);
    if (person?.id === scope.userId) return toUser(tx, person, scope.roles, scope.accountId);
    if (!person || !isAccountAdmin(scope.roles)) throw notFound();
    const roles = await rolesIn(tx, scope.accountId, person);
    if (roles) return toUser(tx, person, roles, scope.accountId, isSystemAdmin(scope.roles) ? 'all' : 'current');
    if (!isSystemAdmin(scope.roles)) throw notFound();
    const own = person.default_account_id;
    return toUser(
      tx,
      person,
      (own === null ? undefined : await rolesIn(tx, own, person)) ?? (person.is_system_admin ? ['sv-admin'] : []),
      own,
    );
  });
}

/** The signed-in person, in the account that their session has just switched to. */
export function getOpened(deps: TxDeps, w: Work, accountId: string): Promise<User> {
  return asSystem(deps, async (tx) => {
    const person = await personRow(tx, w.scope.userId);
    const roles = person && (await rolesIn(tx, accountId, person));
    if (!person || !roles) throw notFound();
    return toUser(tx, person, roles, accountId);
  });
}

const COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  timeZone: 'time_zone',
  language: 'language',
  company: 'company',
  bio: 'bio',
  dateOfBirth: 'date_of_birth',
} as const;

/**
 * Stores the changed fields of the signed-in person and notifies all of their accounts. The audit logs record which
 * fields changed, but not their values.
 */
async function writeProfile(deps: TxDeps, w: Work, { version, ...fields }: ProfilePatch): Promise<User> {
  const { scope } = w;
  return asSystem(deps, async (tx) => {
    const row = await tx.selectFrom('person').selectAll().where('id', '=', scope.userId).forUpdate().executeTakeFirst();
    if (!row) throw new AppError('session_ended');
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict_version', { current: await toUser(tx, row, scope.roles, scope.accountId) });
    // A date of birth must be in the past in the person's own time zone, where the next day may already have begun.
    if (fields.dateOfBirth && fields.dateOfBirth >= todayIn(w.now.getTime(), fields.timeZone ?? row.time_zone))
      throw fieldError('dateOfBirth', say('accounts.birth_in_future'));
    const moved = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter(
      (f) => fields[f] !== undefined && fields[f] !== row[COLUMNS[f]],
    );
    if (moved.length === 0) return toUser(tx, row, scope.roles, scope.accountId);
    const stored = await tx
      .updateTable('person')
      .set({
        ...Object.fromEntries(moved.map((f) => [COLUMNS[f], fields[f]])),
        version: row.version + 1,
        updated_at: w.now,
      })
      .where('id', '=', scope.userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await enterAccount(tx, scope.accountId, scope.userId);
    for (const account of await accountsOf(tx, scope.userId, scope.accountId)) {
      if (account.currentAccountUser.invitationStatus !== 'ACCEPTED') continue;
      await enterAccount(tx, account.id, scope.userId);
      await auditAsSystem(tx, doerOf(w), account.id, {
        action: 'person.profile-changed',
        subjectIds: [scope.userId],
        details: { fields: moved },
      });
      await emitAsSystem(tx, account.id, scope.userId, changed('account', [scope.userId], stored.version));
    }
    return toUser(tx, stored, scope.roles, scope.accountId);
  });
}

export const replaceUser = (deps: TxDeps, w: Work, body: BodyOut<typeof replaceUserCall>): Promise<User> =>
  writeProfile(deps, w, body);
export const patchProfile = writeProfile;

/** The account that a patch switches to, which must then be its only field; undefined for a patch of the profile. */
export function accountOfPatch({ currentAccountId, ...rest }: BodyOut<typeof patchUserCall>): string | undefined {
  if (currentAccountId !== undefined && Object.values(rest).some((v) => v !== undefined))
    throw fieldError('currentAccountId', say('accounts.account_apart'));
  return currentAccountId;
}
