import { languageNamed } from '@quayside/contracts/texts/languages';
import { aboveAccount, type Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import type { Me } from '../accounts.types.ts';
import { accountsOf } from '../people/memberships.service.ts';
import { findAccountUserSettings } from './own-settings.service.ts';
import { findFactor } from '../second-factor/second-factor.queries.ts';

/**
 * The signed-in person. The query is not limited to the current account, because it also lists the person's other
 * accounts.
 */
export function findMe(w: Work): Promise<Me> {
  const { scope } = w;
  return aboveAccount(w, async (tx) => {
    const person = await tx.selectFrom('person').selectAll().where('id', '=', scope.userId).executeTakeFirst();
    const factor = await findFactor(tx, scope.userId);
    const accounts = await accountsOf(tx, scope.userId, scope.accountId);
    const current = await tx
      .selectFrom('account')
      .select(['is_demo', 'is_second_factor_required'])
      .where('account_id', '=', scope.accountId)
      .executeTakeFirst();
    const accountUserSettings = await findAccountUserSettings(tx, scope.accountId, scope.userId);
    if (!person || !accountUserSettings) throw new AppError('session_ended');
    return {
      id: person.id,
      email: person.email,
      firstName: person.first_name,
      lastName: person.last_name,
      phone: person.phone,
      timeZone: person.time_zone,
      language: languageNamed(person.language) ?? null,
      company: person.company,
      bio: person.bio,
      dateOfBirth: person.date_of_birth,
      isVerified: person.is_verified,
      accountRoles: scope.roles.map((name) => ({ name })),
      accounts,
      currentAccountId: scope.accountId,
      accountUserSettings,
      isTierExpired: scope.tierExpired,
      isSecondFactorOn: factor !== undefined,
      isSecondFactorRequired: current?.is_second_factor_required === true,
      isDemo: current?.is_demo === true,
    };
  });
}
