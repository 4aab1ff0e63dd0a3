import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { createIds } from '../ids.ts';
import { ensureDemo } from './demo.ts';
import { seededRandom } from './seeded-random.ts';

// `npm run seed` creates the demo seller with a fixed clock and fixed ids, so that two machines get the same rows.
const say = (text: string) => process.stdout.write(`${text}\n`);
const SEED_TIME = new Date('2026-11-20T09:00:00.000Z');

const config = readConfig(process.env);
const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres({ ...config, log: say }) : undefined;
const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
await migrate(databaseUrl);
const { deps, close } = await compose({
  config,
  databaseUrl,
  clock: { now: () => SEED_TIME },
  newId: createIds(() => SEED_TIME.getTime(), seededRandom(1)),
});
const demo = await ensureDemo(deps, say);
say(`The demo seller is there: ${demo.adminEmail} (admin), ${demo.viewerEmail} (viewer), password ${demo.password}`);
await close();
await embedded?.stop();
