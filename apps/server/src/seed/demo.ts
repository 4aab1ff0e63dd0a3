import { randomBytes } from 'node:crypto';
import { DEMO_EMAILS } from '../areas/accounts/demo-sign-in.ts';
import { addMember, createPerson, createPersonWithAccount } from '../areas/accounts/accounts.service.ts';
import { hashPassword } from '../areas/accounts/passwords.ts';
import { asSystem, enterAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';

export interface DemoSignIn {
  readonly adminEmail: string;
  readonly viewerEmail: string;
  readonly password: string;
}

/** Makes the demo seller on the first start, and a fresh password for it on every start. */
export async function ensureDemo(deps: Deps, say: (text: string) => void): Promise<DemoSignIn> {
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await hashPassword(password);
  const existing = await asSystem(deps, (tx) => tx.selectFrom('person').select('id').where('email', '=', DEMO_EMAILS.admin).executeTakeFirst());
  if (existing) {
    await asSystem(deps, (tx) => tx.updateTable('person').set({ password_hash: passwordHash }).where('email', 'in', Object.values(DEMO_EMAILS)).execute());
  } else {
    say('Making the demo seller ...');
    await asSystem(deps, async (tx) => {
      const common = { phone: null, company: 'Harbour & Pine Ltd', passwordHash, currency: 'GBP', timeZone: 'Europe/London', accountName: 'Harbour & Pine Ltd', isDemo: true };
      const { accountId } = await createPersonWithAccount(tx, deps, { ...common, firstName: 'Maya', lastName: 'Okafor', email: DEMO_EMAILS.admin });
      const viewer = await createPerson(tx, deps, { ...common, firstName: 'Tom', lastName: 'Lindqvist', email: DEMO_EMAILS.viewer }, accountId);
      await enterAccount(tx, accountId, viewer);
      await addMember(tx, deps, accountId, viewer, ['sv-account-viewer']);
    });
  }
  return { adminEmail: DEMO_EMAILS.admin, viewerEmail: DEMO_EMAILS.viewer, password };
}
