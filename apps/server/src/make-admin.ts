import { makeSystemAdmin, type MadeSystemAdmin } from './areas/accounts/settings/system-admin.service.ts';
import { readConfig } from './config.ts';
import { visitDatabase } from './db/embedded/visit.ts';
import { createDatabase, createPool } from './db/pool.ts';
import { asSystem } from './db/tx.ts';
import { createIds } from './ids.ts';

// `npm run make-admin -- <e-mail>` appoints a system administrator. It uses the database that `npm start` uses in the
// same environment.

/** The message to print for each result, and whether the result is a success. */
const SAID: Readonly<Record<MadeSystemAdmin, { readonly isDone: boolean; readonly text: (email: string) => string }>> =
  {
    made: {
      isDone: true,
      text: (email) => `${email} is a system administrator now, and signs in again to act as one.`,
    },
    is_one_already: {
      isDone: true,
      text: (email) => `${email} is a system administrator already. Nothing was changed.`,
    },
    unknown: {
      isDone: false,
      text: (email) => `Nobody has the address ${email} here. They register first, and verify their address.`,
    },
    not_verified: {
      isDone: false,
      text: (email) => `${email} is not verified yet. They open the link in the mail that verifies the address first.`,
    },
    not_active: { isDone: false, text: (email) => `${email} is switched off and cannot sign in.` },
  };

async function makeAdmin(databaseUrl: string, email: string): Promise<MadeSystemAdmin> {
  const db = createDatabase(createPool(databaseUrl, () => undefined, 1));
  const clock = { now: () => new Date() };
  const deps = { db, clock, newId: createIds(() => Date.now()) };
  try {
    return await asSystem(deps, (tx) => makeSystemAdmin(tx, deps, email));
  } catch (error) {
    if ((error as { code?: string }).code === '42P01')
      throw new Error('This database holds no Quayside yet. Start it once, then name an administrator.', {
        cause: error,
      });
    throw error;
  } finally {
    await db.destroy();
  }
}

try {
  const [email = '', ...more] = process.argv.slice(2);
  if (!/^\S+@\S+$/.test(email) || more.length > 0) throw new Error('Usage: npm run make-admin -- <e-mail>');
  const config = readConfig(process.env);
  const made = await (config.databaseUrl === undefined
    ? visitDatabase(config.dataDir, (url) => makeAdmin(url, email))
    : makeAdmin(config.databaseUrl, email));
  const { isDone, text } = SAID[made];
  (isDone ? process.stdout : process.stderr).write(`${text(email)}\n`);
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
