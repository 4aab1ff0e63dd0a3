import { API_ROOT } from '../http/mount.ts';
import { buildApp } from '../app.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { asSystem, inAccount, type Scope } from '../db/tx.ts';
import { scopeOfMember } from '../http/sign-in.ts';

// The product with one call mounted a second time: the same transaction and answer, but without authorisation.
const config = readConfig(process.env);
const { deps } = await compose({ config, databaseUrl: process.env['DATABASE_URL'] ?? '' });
const app = await buildApp(deps);
/** As long as the answer of the authorised call. */
const ANSWER = ['gram', 'kilogram', 'ounce', 'pound'].map((label) => ({ label, value: label.toUpperCase() }));
let scope: Scope | undefined;
app.get(`${API_ROOT}/bench/unguarded`, async (_request, reply) => {
  scope ??= await asSystem(deps, (tx) =>
    scopeOfMember(tx, process.env['ACCOUNT_ID'] ?? '', process.env['USER_ID'] ?? '', {
      sessionId: null,
      requestId: null,
      isSystemAdmin: false,
    }),
  );
  if (!scope) throw new Error('no such member');
  const body = await inAccount(deps, scope, async () => JSON.stringify(ANSWER));
  await reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body);
  return reply;
});
/** Processor time of this process in µs, which is finer than what the system reports about other processes. */
app.get('/bench/cpu', async () => {
  const { user, system } = process.cpuUsage();
  return { micros: user + system };
});
await app.listen({ port: config.port, host: config.host });
process.on('SIGTERM', () => process.exit(0));
