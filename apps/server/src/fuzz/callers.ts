import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_EMAILS } from '../areas/accounts/sign-in/demo-sign-in.ts';
import type { Round } from './installation.ts';
import { readOperations } from './operations.ts';
import type { Caller, World } from './plan.ts';
import { readIds } from './world.queries.ts';

const STRANGER = { email: 'stranger@elsewhere.example', firstName: 'Ines', lastName: 'Moreau' };
const MAILS_WITHIN_S = 20;

interface Session {
  readonly userId: string;
  readonly token: string;
}

/** The accounts and tokens with which the requests of a round are sent. */
export interface Callers {
  readonly tokenOf: (caller: Caller) => string | undefined;
  /** Signs a caller in again after a request has ended the session. A caller who cannot sign in keeps the old token. */
  readonly renew: (caller: Caller) => Promise<void>;
  readonly userIds: World['userIds'];
}

async function post(round: Round, path: string, body: object, token?: string): Promise<Response> {
  return fetch(round.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}

/** Signs in with the password and records a recent proof of identity, so that not all dangerous calls are refused. */
async function signIn(round: Round, email: string, password: string): Promise<Session | undefined> {
  const answer = await post(round, '/gateway/authenticate', { userName: email, password });
  if (answer.status !== 200) return undefined;
  const { access_token: token, userId } = (await answer.json()) as { access_token: string; userId: string };
  await post(round, `/users/${userId}/proof`, { password }, token);
  return { userId, token };
}

/** Signs in all callers. The stranger registers an account of their own. */
export async function signInCallers(round: Round, password: string): Promise<Callers> {
  await post(round, '/auth/register/trial', { ...STRANGER, password });
  const emails = { admin: DEMO_EMAILS.admin, viewer: DEMO_EMAILS.viewer, stranger: STRANGER.email };
  const sessions = new Map<Caller, Session>();
  for (const [caller, email] of Object.entries(emails)) {
    const session = await signIn(round, email, password);
    if (!session) throw new Error(`${email} could not sign in.`);
    sessions.set(caller as Caller, session);
  }
  const idOf = (caller: Caller) => sessions.get(caller)?.userId ?? '';
  return {
    tokenOf: (caller) => sessions.get(caller)?.token,
    userIds: { admin: idOf('admin'), viewer: idOf('viewer'), stranger: idOf('stranger'), nobody: idOf('admin') },
    async renew(caller) {
      const session = caller === 'nobody' ? undefined : await signIn(round, emails[caller], password);
      if (session) sessions.set(caller, session);
    },
  };
}

/** Reads the calls, the ids and the tokens that the requests of a round can use. */
export async function readWorld(round: Round, callers: Callers) {
  const ids = await readIds(round.superuserUrl);
  await fillStranger(round, callers);
  await post(round, '/auth/forgotten-password', { email: DEMO_EMAILS.viewer });
  await fetch(`${round.origin}/users/${callers.userIds.admin}/verify-email`, {
    headers: { authorization: `Bearer ${callers.tokenOf('admin')}` },
  });
  const mails = await untilMails(round);
  ids.set(
    'mail',
    mails.map((mail) => mail.id),
  );
  const { operations, refusal } = readOperations(await (await fetch(`${round.origin}/openapi.json`)).text());
  const linkTokens = mails.flatMap((mail) =>
    [...mail.html.matchAll(/\/([\w-]{20,})(?=["/?])/g)].map(([, token]) => token ?? ''),
  );
  return { world: { operations, ids, userIds: callers.userIds, linkTokens } satisfies World, refusal };
}

/** A supplier of the stranger, whom nobody else may see. */
async function fillStranger(round: Round, callers: Callers): Promise<void> {
  await post(
    round,
    `/suppliers/${callers.userIds.stranger}`,
    { companyName: 'Elsewhere' },
    callers.tokenOf('stranger'),
  );
}

interface Mail {
  readonly id: string;
  readonly html: string;
}
/** Waits for the mails with links. Without these mails, requests could only contain invented tokens. */
async function untilMails(round: Round): Promise<Mail[]> {
  for (let waited = 0; waited < MAILS_WITHIN_S * 10; waited += 1) {
    const list = (await (await fetch(`${round.origin}/mailbox`)).json()) as { id: string }[];
    if (list.length >= 2) return Promise.all(list.map(({ id }) => readMail(round, id)));
    await sleep(100);
  }
  return [];
}
const readMail = async (round: Round, id: string): Promise<Mail> => ({
  id,
  html: await (await fetch(`${round.origin}/mailbox/${id}/html`)).text(),
});
