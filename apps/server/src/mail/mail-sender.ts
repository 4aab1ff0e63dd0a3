import type { Deps } from '../deps.ts';
import type { JobPayload, Run, RunAgain } from '../jobs/define-job.ts';
import { isLasting } from '../ports/clock.ts';
import { type MailFailureKind, MailFailure } from '../ports/mailer.ts';
import { claimMail, rescheduleMail, closeMail, findNextTry, type MailClaim } from './mail-sender.queries.ts';
import { type MailParts, mailPlace } from './queue-mail.ts';
import { renderMail } from './render-mail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * The lease of a mail. It is longer than any attempt, so that no second process sends the mail while a slow one is
 * still sending it.
 */
const LEASE_MS = 5 * MINUTE;
/** After a failure of the mail server, no mail is sent for this time. Then one mail at a time tests the server. */
const SERVER_REST_MS = 30_000;
/** After that pause, the accounts resume sending one after the other, with this interval between them. */
const REST_STEP_MS = 50;
const GIVE_UP_MS = 48 * HOUR;
/** A mail that is older than this is not sent any more, because all links in it have expired. */
const STALE_MS = 7 * 24 * HOUR;
/** The maximum number of mails that one run sends for an account, so that other accounts get their turn. */
const IN_A_ROW = 20;

/**
 * Whether a mail may still be sent. Called before each attempt, because a mail may wait for days and its recipient may
 * unsubscribe in the meantime.
 */
export type CanSendMail = (mail: {
  accountId: string | null;
  personId: string | null;
  recipient: string;
  kind: string;
}) => Promise<boolean>;
type SenderDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets' | 'log' | 'mailer'> & {
  readonly canSendMail: CanSendMail;
};
type Outcome =
  | { readonly state: 'SENT' }
  | { readonly state: 'FAILED' | 'QUEUED'; readonly kind: MailFailureKind; readonly failure: string };

/**
 * Computes the pause before the next attempt: a minute after the first one, doubled after each further one, at most an
 * hour.
 */
export const backOffMs = (tries: number): number => Math.min(MINUTE * 2 ** Math.max(0, tries - 1), HOUR);

/** Creates the function that sends the due mails of one account. The rows of `mail_message` are the queue. */
export function createMailSender(deps: SenderDeps): (payload: JobPayload, run: Run) => Promise<RunAgain | void> {
  /**
   * Mails that the mail server has accepted but that are not marked as sent yet. If marking a mail fails, the next
   * attempt only marks it.
   */
  const sent = new Set<string>();
  let restsUntil = 0;
  let resting = 0;

  const sendOne = async (claim: MailClaim): Promise<Outcome> => {
    const now = deps.clock.now().getTime();
    const giveUp = (failure: string): Outcome => ({ state: 'FAILED', kind: 'refused', failure });
    if (sent.has(claim.id)) return { state: 'SENT' };
    if (now - claim.created_at.getTime() > STALE_MS)
      return giveUp('It waited for so long that its links hold no more.');
    try {
      const { account_id: accountId, person_id: personId, recipient, kind } = claim;
      if (!(await deps.canSendMail({ accountId, personId, recipient, kind })))
        return giveUp('Its reader wants it no more, or does not belong to the account any more.');
      const parts = openParts(deps, claim);
      if (!parts) return giveUp('Its words could not be opened: the key they were sealed with is not there.');
      const { unsubscribe } = parts;
      const { also_to: alsoTo, cc, reply_to: replyTo } = claim;
      await deps.mailer?.send({
        id: claim.id,
        to: claim.recipient,
        ...(alsoTo.length > 0 && { alsoTo }),
        ...(cc.length > 0 && { cc }),
        ...(replyTo !== null && { replyTo }),
        ...renderMail(parts),
        ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }),
      });
      sent.add(claim.id);
      return { state: 'SENT' };
    } catch (error) {
      const { kind, message } = error instanceof MailFailure ? error : ownFault(error);
      const isOver = kind === 'refused' || now - claim.created_at.getTime() >= GIVE_UP_MS;
      return { state: isOver ? 'FAILED' : 'QUEUED', kind, failure: message };
    }
  };
  const settle = async (claim: MailClaim, outcome: Outcome): Promise<void> => {
    const now = deps.clock.now().getTime();
    if (outcome.state === 'QUEUED')
      await rescheduleMail(deps, claim.id, outcome.failure, new Date(now + backOffMs(claim.tries)));
    else await closeMail(deps, claim.id, outcome.state, outcome.state === 'SENT' ? null : outcome.failure);
    sent.delete(claim.id);
    // The log contains neither the address nor the content, nor the transport's error, which may repeat them.
    const about = { mailId: claim.id, kind: claim.kind, tries: claim.tries };
    if (outcome.state === 'SENT') return deps.log.info(about, 'a mail was sent');
    deps.log.warn({ ...about, reason: outcome.failure }, failureSentence(outcome.state));
    if (outcome.kind !== 'server') return;
    restsUntil = deps.clock.now().getTime() + SERVER_REST_MS;
    resting = 0;
  };

  return async ({ accountId }, { signal }) => {
    if (!deps.mailer) return undefined;
    for (let i = 0; i < IN_A_ROW && !signal.aborted; i += 1) {
      const now = deps.clock.now().getTime();
      // `isLasting` returns false for a pause that is longer than possible: it began before the clock was set back.
      if (isLasting(restsUntil, SERVER_REST_MS, now)) {
        resting += 1;
        return { again: new Date(restsUntil + (resting - 1) * REST_STEP_MS) };
      }
      const claim = await claimMail(deps, accountId, new Date(now + LEASE_MS));
      if (!claim) break;
      await settle(claim, await sendOne(claim));
    }
    const again = await findNextTry(deps, accountId);
    return again && { again };
  };
}

const failureSentence = (state: 'FAILED' | 'QUEUED') =>
  state === 'FAILED' ? 'a mail was given up' : 'a mail could not be sent; it is tried again';

/**
 * Describes a failure that the mail server did not cause, for example a full disk under the local mailbox, or an error
 * of rendering. Records only a code, because an error message may contain personal data.
 */
function ownFault(error: unknown): MailFailure {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[A-Z_]{1,30}$/.test(error.code)
      ? ` (${error.code})`
      : '';
  return new MailFailure('later', `Something of our own went wrong with this mail${code}.`);
}

function openParts(deps: Pick<SenderDeps, 'secrets'>, claim: MailClaim): MailParts | undefined {
  try {
    return JSON.parse(deps.secrets.open(claim.sealed_parts ?? '', mailPlace(claim.id))) as MailParts;
  } catch {
    return undefined;
  }
}
