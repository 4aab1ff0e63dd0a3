import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addMember, createPerson, createPersonWithAccount } from '../areas/accounts/sign-in/registration.service.ts';
import { DEMO_EMAILS } from '../areas/accounts/sign-in/demo-sign-in.ts';
import { hashPassword } from '../areas/accounts/sign-in/passwords.ts';
import { endSessions, startSession } from '../areas/accounts/sign-in/sessions.service.ts';
import { buildApp } from '../app.ts';
import { asSystem, enterAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { createSignIn } from '../http/sign-in.ts';
import { fillDemo } from './demo-story.ts';

interface DemoSignIn {
  readonly adminEmail: string;
  readonly viewerEmail: string;
  readonly password: string;
}

/**
 * The password of the demo users. Each installation has its own, stored beside the data so that every start can print
 * it.
 */
async function installationPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'demo-password');
  const stored = await readFile(path, 'utf8').catch(() => '');
  if (/^[\w-]{12}$/.test(stored.trim())) return stored.trim();
  const fresh = randomBytes(9).toString('base64url');
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, `${fresh}\n`, { mode: 0o600 });
  return fresh;
}

/**
 * Creates the demo seller on the first start. If an earlier start was killed halfway, creates the seller again from
 * scratch.
 */
export async function ensureDemo(deps: Deps, say: (text: string) => void): Promise<DemoSignIn> {
  const password = await installationPassword(deps.config.dataDir);
  const signIn = { adminEmail: DEMO_EMAILS.admin, viewerEmail: DEMO_EMAILS.viewer, password };
  const viewer = await asSystem(deps, (tx) =>
    tx.selectFrom('person').select('id').where('email', '=', DEMO_EMAILS.viewer).executeTakeFirst(),
  );
  if (viewer) return signIn;
  say('Making the demo seller (first start only).');
  const passwordHash = await hashPassword(password);
  await asSystem(deps, (tx) =>
    tx
      .updateTable('person')
      .set({ email: `unfinished-${deps.newId()}@demo.example`, is_active: false })
      .where('email', '=', DEMO_EMAILS.admin)
      .execute(),
  );
  const common = {
    phone: null,
    company: 'Harbour & Pine Ltd',
    passwordHash,
    currency: 'GBP',
    timeZone: 'Europe/London',
    accountName: 'Harbour & Pine Ltd',
    isDemo: true,
  };
  const made = await asSystem(deps, (tx) =>
    createPersonWithAccount(tx, deps, { ...common, firstName: 'Maya', lastName: 'Okafor', email: DEMO_EMAILS.admin }),
  );
  const sessions = await runStory(deps, made, password);
  // The viewer is created last: if the viewer exists, the demo is complete.
  await asSystem(deps, async (tx) => {
    await endSessions(
      tx,
      deps.clock.now(),
      sessions.map((id) => ({ id, ...made })),
    );
    const viewerId = await createPerson(
      tx,
      deps,
      { ...common, firstName: 'Tom', lastName: 'Lindqvist', email: DEMO_EMAILS.viewer },
      made.accountId,
    );
    await enterAccount(tx, made.accountId, viewerId);
    await addMember(tx, deps, made.accountId, viewerId, ['sv-account-viewer']);
  });
  return signIn;
}

/**
 * Fills the account through the application. The clock moves through the story, so that dates and histories are right.
 * Each day of the story has its own session. Returns the ids of the sessions.
 */
async function runStory(
  deps: Deps,
  maya: { personId: string; accountId: string },
  password: string,
): Promise<string[]> {
  const now = deps.clock.now();
  let time = now;
  const clock = { now: () => time };
  const past: Deps = { ...deps, clock, signIn: createSignIn({ db: deps.db, clock, newId: deps.newId }) };
  const app = await buildApp(past);
  const sessions: string[] = [];
  const travel = async (to: Date) => {
    time = to;
    const { token } = await asSystem(past, (tx) =>
      startSession(tx, past, maya.personId, maya.accountId, { ip: '127.0.0.1', userAgent: 'demo' }),
    );
    sessions.push(token.session_state);
    return { userId: maya.personId, token: token.access_token };
  };
  await fillDemo(app, now, travel, password);
  await app.close();
  return sessions;
}
