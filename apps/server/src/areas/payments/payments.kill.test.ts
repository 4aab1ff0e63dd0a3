import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import type { InvoicePayment } from '@quayside/contracts/payments';
import type { Transfer } from '@quayside/contracts/payment-transfers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { inAccountAsJob, aboveAccount } from '../../db/tx.ts';
import { killRounds } from '../../testing/kill-rounds.ts';
import { type OwnServer, startOwnServer } from '../../testing/own-server.ts';
import { brokenPayables } from './payables-invariants.views.ts';

// This test kills the application and its database while payments are recorded and undone.

const KILLS = killRounds(2);
const ACKNOWLEDGED_BETWEEN = KILLS > 20 ? 30 : 5;
const WRITERS = 2;
const CENTS = 100n;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// The server is undefined if it could not be started; in that case it has removed its own files already.
afterAll(() => (server as OwnServer | undefined)?.remove());

/** Sends a write until it is answered. The key makes sure that it happens once, whatever was cut off. */
async function write<T>(path: string, body: object): Promise<T> {
  const key = randomUUID();
  for (;;) {
    const answer = await fetch(`${server.api}${path}`, {
      method: 'POST',
      headers: { ...server.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    if (answer?.ok) return (await answer.json()) as T;
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 425)
      throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await sleep(50);
  }
}

/** Creates a confirmed bill. Returns its only instalment. */
async function aPayment(supplierId: string): Promise<string> {
  const invoices = `/invoices/${server.userId}`;
  const { id } = await write<InvoiceWithLines>(invoices, {
    supplierId,
    currency: 'CNY',
    rate: '0.1',
    date: '2026-01-02',
    total: '900000.00',
  });
  await write(`${invoices}/${id}/invoice-lines`, { name: 'Goods', costType: 'OTHER', amount: '900000.00' });
  await write(`${invoices}/${id}/confirm`, {});
  const answer = await fetch(`${server.api}/payments/${server.userId}/invoice-payments/${id}`, {
    headers: server.headers,
  });
  return ((await answer.json()) as InvoicePayment).payments[0]?.id ?? '';
}

it('an acknowledged payment, transfer or undo survives a kill of the application and of the database, once', {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const payments = `/payments/${server.userId}`;
  const { id: supplierId } = await write<{ id: string }>(`/suppliers/${server.userId}`, {
    companyName: 'Ningbo Haosheng',
    currency: 'CNY',
  });
  const settled = new Map<string, bigint>();
  const live = new Set<string>();
  const reversed = new Set<string>();
  let acknowledged = 0;
  let isWriting = true;
  const add = (paymentId: string, cents: bigint) => settled.set(paymentId, (settled.get(paymentId) ?? 0n) + cents);
  const writer = async () => {
    const [one, two] = [await aPayment(supplierId), await aPayment(supplierId)];
    while (isWriting) {
      const body = { isConfirmed: true, confirmationEmailToAddresses: acknowledged < 60 ? ['a@b.example'] : [] };
      const paid = await write<{ transfer: Transfer }>(`${payments}/${one}/pay`, { ...body, amount: '1.00' });
      live.add(paid.transfer.id);
      add(one, CENTS);
      acknowledged += 1;
      const parts = [one, two].map((id) => ({ id, amount: '1.00' }));
      const both = await write<Transfer>(`${payments}/transfers`, {
        isConfirmed: true,
        paidAmount: '0.21',
        payments: parts,
      });
      live.add(both.id);
      add(one, CENTS);
      add(two, CENTS);
      acknowledged += 1;
      await write(`${payments}/transfers/${paid.transfer.id}/undo`, {});
      live.delete(paid.transfer.id);
      reversed.add(paid.transfer.id);
      add(one, -CENTS);
      acknowledged += 1;
    }
  };
  let failure: unknown;
  const writers = Array.from({ length: WRITERS }, () => writer().catch((error: unknown) => void (failure = error)));
  const more = async (count: number) => {
    for (const before = acknowledged; acknowledged < before + count; await sleep(5)) if (failure) throw failure;
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await more(ACKNOWLEDGED_BETWEEN);
    if (kill % 2 === 0) await server.restart();
    else server.killDatabase();
  }
  await more(ACKNOWLEDGED_BETWEEN);
  isWriting = false;
  await Promise.all(writers);
  expect(failure).toBeUndefined();
  await server.end('SIGTERM');
  expect(await stored()).toEqual({
    settled: new Map([...settled].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    live: [...live].toSorted(),
    reversed: [...reversed].toSorted(),
    broken: [],
    waitingMails: 0,
  });
});

/** What the database holds after the server has ended. */
async function stored() {
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
  const { deps, close } = await compose({ config: readConfig(server.environment), databaseUrl: database.url });
  try {
    const { account_id: accountId } = await deps.db
      .selectFrom('account_directory')
      .select('account_id')
      .executeTakeFirstOrThrow();
    return await inAccountAsJob(deps, accountId, async (w) => {
      const payments = await w.tx.selectFrom('payment').select(['id', 'settled_minor']).orderBy('id').execute();
      const transfers = await w.tx.selectFrom('payment_transfer').select(['id', 'reversed_at']).orderBy('id').execute();
      // Each confirmation belongs to a payment that was undone, so none may wait any more.
      const mails = await aboveAccount(w, (tx) =>
        sql<{ n: bigint }>`select count(*) as n from mail_message
          where kind = 'payment-confirmation' and state = 'QUEUED'`.execute(tx),
      );
      return {
        settled: new Map(payments.map((row) => [row.id, row.settled_minor])),
        live: transfers.filter((row) => row.reversed_at === null).map((row) => row.id),
        reversed: transfers.filter((row) => row.reversed_at !== null).map((row) => row.id),
        broken: await brokenPayables(w),
        waitingMails: Number(mails.rows[0]?.n),
      };
    });
  } finally {
    await close();
    await database.stop();
  }
}
