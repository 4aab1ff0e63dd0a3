import { API_ROOT } from '../http/calls.ts';
import { buildApp } from '../app.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { asSystem, inAccount, type Scope } from '../db/tx.ts';
import { scopeOfMember } from '../http/sign-in.ts';

// A server that mounts one call twice: once as usual, and once with the same transaction and answer but without
// authorisation. The difference is the cost of authorisation.
const config = readConfig(process.env);
const { deps } = await compose({ config, databaseUrl: process.env['DATABASE_URL'] ?? '' });
const app = await buildApp(deps);
/** An answer that is as long as the answer of the authorised call. */
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
/** Reports the processor time of this process in µs. The system's own figures for other processes are coarser. */
app.get('/bench/cpu', async () => {
  const { user, system } = process.cpuUsage();
  return { micros: user + system };
});
await app.listen({ port: config.port, host: config.host });
process.on('SIGTERM', () => process.exit(0));
