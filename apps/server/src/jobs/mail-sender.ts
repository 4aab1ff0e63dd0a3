import { sql } from 'kysely';
import { asSystem } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type MailParts, mailPlace } from '../mail/queue-mail.ts';
import { renderMail } from '../mail/render-mail.ts';
import { type MailFailureKind, MailFailure, type Mailer } from '../ports/mailer.ts';

const POLL_MS = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long a mail is nobody else's once it is taken; longer than any try, so that a process that died is not mistaken for a slow one. */
const LEASE_MS = 5 * MINUTE;
/** While the mail server is away one mail asks for all. */
const SERVER_REST_MS = 30_000;
const GIVE_UP_MS = 48 * HOUR;
/** Past this no link of any mail holds: what waited so long, with no mail server at all, is not sent any more. */
const STALE_MS = 7 * 24 * HOUR;

/** Sends queued mails. The queue is the rows of `mail_message`, so nothing is lost with the process. */
export interface MailSender {
  /** Looks at the queue each second. */
  start(): void;
  /** Sends what is due and comes back when nothing is left to do now. */
  sendAll(): Promise<void>;
  /** Takes no further mail, and waits for the one in hand. */
  stop(): Promise<void>;
}

type SenderDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets' | 'log'> & {
  readonly mailer: Mailer;
  /** Asked before each try: a mail may wait for days, and its reader may want it no more. */
  readonly mayLeave: (mail: { accountId: string | null; personId: string | null; recipient: string; kind: string }) => Promise<boolean>;
};
interface Claim {
  readonly id: string;
  readonly kind: string;
  readonly account_id: string | null;
  readonly person_id: string | null;
  readonly recipient: string;
  readonly sealed_parts: string | null;
  readonly tries: number;
  readonly created_at: Date;
}
type Outcome = { readonly state: 'SENT' } | { readonly state: 'FAILED' | 'QUEUED'; readonly kind: MailFailureKind; readonly failure: string };

/** A minute after the first try, twice as long after each further one, at most an hour. */
export const backOffMs = (tries: number): number => Math.min(MINUTE * 2 ** Math.max(0, tries - 1), HOUR);

export function createMailSender(deps: SenderDeps): MailSender {
  /** Gone, but not yet marked: a database that was away between the two must not make a second mail of it. */
  const gone = new Set<string>();
  let restsUntil = 0;
  let running: Promise<void> | undefined;
  let stopped = false;
  let poll: NodeJS.Timeout | undefined;

  const sendOne = async (claim: Claim): Promise<Outcome> => {
    const now = deps.clock.now().getTime();
    const giveUp = (failure: string): Outcome => ({ state: 'FAILED', kind: 'refused', failure });
    if (gone.has(claim.id)) return { state: 'SENT' };
    if (now - claim.created_at.getTime() > STALE_MS) return giveUp('It waited for so long that its links hold no more.');
    try {
      const { account_id: accountId, person_id: personId, recipient, kind } = claim;
      if (!(await deps.mayLeave({ accountId, personId, recipient, kind })))
        return giveUp('Its reader wants it no more, or does not belong to the account any more.');
      const parts = openParts(deps, claim);
      if (!parts) return giveUp('Its words could not be opened: the key they were sealed with is not there.');
      const { unsubscribe } = parts;
      await deps.mailer.send({ id: claim.id, to: claim.recipient, ...renderMail(parts), ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }) });
      gone.add(claim.id);
      return { state: 'SENT' };
    } catch (error) {
      const { kind, message } = error instanceof MailFailure ? error : ownFault(error);
      const isOver = kind === 'refused' || now - claim.created_at.getTime() >= GIVE_UP_MS;
      return { state: isOver ? 'FAILED' : 'QUEUED', kind, failure: message };
    }
  };
  const run = async () => {
    while (!stopped && deps.clock.now().getTime() >= restsUntil) {
      const claim = await claimNext(deps);
      if (!claim) return;
      const outcome = await sendOne(claim);
      await settle(deps, claim, outcome);
      gone.delete(claim.id);
      // Neither the address nor the words, nor the error of the transport, which may repeat them.
      const about = { mailId: claim.id, kind: claim.kind, tries: claim.tries };
      if (outcome.state === 'SENT') {
        deps.log.info(about, 'a mail was sent');
        continue;
      }
      deps.log.warn({ ...about, reason: outcome.failure }, failureSentence(outcome.state));
      if (outcome.kind === 'server') restsUntil = deps.clock.now().getTime() + SERVER_REST_MS;
    }
  };
  const sendAll = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    return (running ??= run().finally(() => {
      running = undefined;
    }));
  };
  const look = async () => {
    if (running || stopped) return;
    try {
      if (await isAnythingDue(deps)) await sendAll();
    } catch (error) {
      deps.log.warn({ err: error }, 'the queue of mails could not be worked off; trying again');
    }
  };

  return {
    start() {
      poll = setInterval(() => void look(), POLL_MS);
      poll.unref();
    },
    sendAll,
    async stop() {
      stopped = true;
      clearInterval(poll);
      await running?.catch(() => undefined);
    },
  };
}

const failureSentence = (state: 'FAILED' | 'QUEUED') => (state === 'FAILED' ? 'a mail was given up' : 'a mail could not be sent; it is tried again');

/** A full disk of the local mailbox, or a mistake in a mail's words. Only a code is told of it, because a message may hold anything. */
function ownFault(error: unknown): MailFailure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[A-Z_]{1,30}$/.test(error.code) ? ` (${error.code})` : '';
  return new MailFailure('later', `Something of our own went wrong with this mail${code}.`);
}

function openParts(deps: SenderDeps, claim: Claim): MailParts | undefined {
  try {
    return JSON.parse(deps.secrets.open(claim.sealed_parts ?? '', mailPlace(claim.id))) as MailParts;
  } catch {
    return undefined;
  }
}

/** Asks the partial index, without a transaction: this is what runs each second. */
async function isAnythingDue(deps: SenderDeps): Promise<boolean> {
  const row = await deps.db
    .selectFrom('mail_message')
    .select('id')
    .where('state', '=', 'QUEUED')
    .where('next_try_at', '<=', deps.clock.now())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the mail that has been due for longest. No transaction is open while it is sent; other processes see it again when the lease is over. */
function claimNext(deps: SenderDeps): Promise<Claim | undefined> {
  const now = deps.clock.now();
  const lease = new Date(now.getTime() + LEASE_MS);
  return asSystem(deps, async (tx) => {
    // Materialized, or the plan may run the inner query for each row and claim them all.
    const result = await sql<Claim>`
      with next as materialized (select id from mail_message where state = 'QUEUED' and next_try_at <= ${now}
        order by next_try_at, id limit 1 for update skip locked)
      update mail_message m set tries = m.tries + 1, next_try_at = ${lease} from next where m.id = next.id
      returning m.id, m.kind, m.account_id, m.person_id, m.recipient, m.sealed_parts, m.tries, m.created_at`.execute(tx);
    return result.rows[0];
  });
}

/** Writes what came of it. The words go with the end: they hold links that open an account. */
async function settle(deps: SenderDeps, claim: Claim, outcome: Outcome): Promise<void> {
  const now = deps.clock.now();
  const failure = outcome.state === 'SENT' ? null : outcome.failure;
  await asSystem(deps, (tx) =>
    tx
      .updateTable('mail_message')
      .set(
        outcome.state === 'QUEUED'
          ? { failure, next_try_at: new Date(now.getTime() + backOffMs(claim.tries)) }
          : { state: outcome.state, failure, sealed_parts: null, ended_at: now },
      )
      .where('id', '=', claim.id)
      .where('state', '=', 'QUEUED')
      .execute(),
  );
}
