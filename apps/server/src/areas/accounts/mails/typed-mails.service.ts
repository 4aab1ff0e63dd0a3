import { say } from '@quayside/contracts/texts/catalogue';
import { aboveAccount, asSystem, personOf, type SystemTx, type TxDeps, type Work } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../http/errors.ts';
import { type MailDeps, queueTypedMail, type TypedMail } from '../../../mail/queue-mail.ts';
import { findExceeded } from '../../../mail/recipient-limit.queries.ts';

/** What a service needs to send mails to typed addresses. */
export type TypedMailDeps = MailDeps & Pick<Deps, 'config'>;

/**
 * Queues a mail to addresses that the signed-in person typed, and returns its id. Refuses it unless the person's own
 * address is verified: otherwise registering would be enough to send mails to anybody in the operator's name. What the
 * account, the person and the installation sent within the last hour is counted at the end of the unit of work, so that
 * nobody else waits longer than necessary.
 */
export async function sendTypedMail(w: Work, deps: TypedMailDeps, mail: TypedMail): Promise<string> {
  const personId = personOf(w.scope);
  if (personId === null) throw new Error('A mail to typed addresses needs a person');
  return aboveAccount(w, async (tx) => {
    await requireVerified(tx, personId);
    w.beforeCommit.push(() => requireRoom(w, deps, personId));
    return queueTypedMail(tx, deps, mail, personId);
  });
}

/** The same refusal before the unit of work, for a call that counts its attempts there. */
export const requireVerifiedPerson = (deps: TxDeps, personId: string): Promise<void> =>
  asSystem(deps, (tx) => requireVerified(tx, personId));

async function requireVerified(tx: SystemTx, personId: string): Promise<void> {
  const person = await tx.selectFrom('person').select('is_verified').where('id', '=', personId).executeTakeFirst();
  if (!person?.is_verified) throw new AppError('accounts.address_unverified');
}

async function requireRoom(w: Work, { config }: TypedMailDeps, personId: string): Promise<void> {
  const { accountId } = w.scope;
  const sender = { accountId, personId, mostOfInstallation: config.mailLimitPerHour };
  const exceeded = await aboveAccount(w, (tx) => findExceeded(tx, w.now, sender));
  if (!exceeded) return;
  const { of, max, retryAfterSeconds } = exceeded;
  const message = say(of === 'installation' ? 'mail.too_many_of_installation' : 'mail.too_many_recipients', { max });
  throw new AppError('too_many', { message, retryAfterSeconds });
}
