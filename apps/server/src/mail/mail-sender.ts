import type { Deps } from '../deps.ts';
import type { JobPayload, Run, RunAgain } from '../jobs/define-job.ts';
import { type MailFailureKind, MailFailure } from '../ports/mailer.ts';
import { claimMail, rescheduleMail, closeMail, findNextTry, type MailClaim } from './mail-sender.queries.ts';
import { type MailParts, mailPlace } from './queue-mail.ts';
import { renderMail } from './render-mail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Longer than any attempt, so that a slow process is not mistaken for a dead one. */
const LEASE_MS = 5 * MINUTE;
/** While the mail server is down, one mail at a time tests it. */
const SERVER_REST_MS = 30_000;
/** After an outage the accounts resume one by one, this far apart. */
const REST_STEP_MS = 50;
const GIVE_UP_MS = 48 * HOUR;
/** All links in mails have expired after this time: a mail that waited so long without a mail server is not sent. */
const STALE_MS = 7 * 24 * HOUR;
/** The most mails in one run; then other accounts get their turn. */
const IN_A_ROW = 20;

/** Checked before each attempt: a mail may wait for days, and its reader may have unsubscribed meanwhile. */
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

/** A minute after the first attempt, doubled after each further one, at most an hour. */
export const backOffMs = (tries: number): number => Math.min(MINUTE * 2 ** Math.max(0, tries - 1), HOUR);

/** Sends the mails of one account that are due. The queue is the rows of `mail_message`. */
export function createMailSender(deps: SenderDeps): (payload: JobPayload, run: Run) => Promise<RunAgain | void> {
  /** Mails sent but not yet marked. If the database was down between the two, the mail must not be sent again. */
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
      await deps.mailer?.send({
        id: claim.id,
        to: claim.recipient,
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
    // Logs neither the address nor the content, nor the transport's error, which may repeat them.
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
      if (now < restsUntil) {
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
 * Our own fault: the local mailbox's disk is full, or rendering failed. Only a code is recorded, because an error
 * message may contain personal data.
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
