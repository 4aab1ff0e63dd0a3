import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { postTestEmail } from '@quayside/contracts/mailbox';
import type { Config } from '../../../config.ts';
import { aboveAccount, type Scope, type TxDeps, type Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { type MailDeps, publicLink, queueMail } from '../../../mail/queue-mail.ts';
import { countTry } from '../rows/rate-limit.queries.ts';
import { testMail } from './test-email.mails.ts';

const MOST_PER_HOUR = 5;

/** Counts an attempt outside of the call's transaction, so that it counts even if the call fails. */
export const countTestEmail = (deps: TxDeps, scope: Scope): Promise<void> =>
  countTry(deps, `test-email:${scope.userId}`, MOST_PER_HOUR, 3600);

/** Sends a test mail to the signed-in person, and refuses any other address. */
export async function sendTestEmail(
  deps: TxDeps & MailDeps & { readonly config: Config },
  w: Work,
  body: BodyOut<typeof postTestEmail>,
): Promise<{ email: string }> {
  const person = await aboveAccount(w, (tx) =>
    tx.selectFrom('person').select(['email', 'language']).where('id', '=', w.scope.userId).executeTakeFirst(),
  );
  if (!person) throw new AppError('session_ended');
  if (body.email !== undefined && body.email.toLowerCase() !== person.email.toLowerCase())
    throw fieldError('email', say('accounts.test_to_oneself'));
  await queueMail(w.tx, deps, {
    kind: 'test',
    recipient: person.email,
    accountId: w.scope.accountId,
    personId: w.scope.userId,
    language: person.language ?? w.scope.language,
    texts: testMail(publicLink(deps, '/')),
  });
  await record(w, { action: 'account.test-mail-sent', subjectIds: [w.scope.accountId] });
  return { email: person.email };
}
