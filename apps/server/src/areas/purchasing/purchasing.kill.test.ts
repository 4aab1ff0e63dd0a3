import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import type { SentMail } from '@quayside/contracts/sent-mails';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { aboveAccount, inAccountAsJob } from '../../db/tx.ts';
import { sendMails } from '../../mail/mail.jobs.ts';
import { killRounds } from '../../testing/kill-rounds.ts';
import { type OwnServer, startOwnServer } from '../../testing/own-server.ts';
import { createJobRunner } from '../../testing/run-jobs.ts';
import { startTestSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { brokenPayables } from '../payments/payables-invariants.views.ts';

// This test kills the application and its database while the PDFs of purchase orders are generated and sent.

const KILLS = killRounds(2);
const ACKNOWLEDGED_BETWEEN = KILLS > 20 ? 30 : 5;
const WRITERS = 2;
const SUBJECT = 'Purchase order of steel';
/** By then the lease of a mail that was being sent when its process was killed has ended. */
const AFTER_LEASES_MS = 10 * 60_000;

let smtp: TestSmtp;
let server: OwnServer;
beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startOwnServer({ mailServer: smtp.url });
}, 120_000);
// The server is undefined if it could not be started; in that case it has removed its own files already.
afterAll(async () => {
  await (server as OwnServer | undefined)?.remove();
  await smtp.close();
});

/** Sends a write until it is answered. The key makes sure that it happens once, whatever was cut off. */
async function write(method: string, path: string, body: object): Promise<Response> {
  const key = randomUUID();
  for (;;) {
    const answer = await fetch(`${server.api}${path}`, {
      method,
      headers: { ...server.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
      // The body is a part of the answer: a kill can cut it off.
      .then(async (response) => new Response(await response.arrayBuffer(), { status: response.status }))
      .catch(() => undefined);
    if (answer?.ok) return answer;
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 425)
      throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await sleep(50);
  }
}
const written = async <T>(method: string, path: string, body: object): Promise<T> =>
  (await (await write(method, path, body)).json()) as T;

/** Reads until it is answered. */
async function read<T>(path: string): Promise<T> {
  for (;;) {
    const answer = await fetch(`${server.api}${path}`, { headers: server.headers }).catch(() => undefined);
    const found = answer?.ok ? ((await answer.json().catch(() => undefined)) as T | undefined) : undefined;
    if (found !== undefined) return found;
    await sleep(50);
  }
}

/** What a purchase order must be after everything that was acknowledged. */
interface Acknowledged {
  readonly status: string;
  /** The hash of each revision as it was answered. */
  readonly hashes: readonly string[];
  readonly sentRevision: number | null;
}

it('an acknowledged PDF or mail of a purchase order survives a kill of the application and of the database, once', {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const orders = `/purchasing/${server.userId}`;
  const { id: supplierId } = await written<{ id: string }>('POST', `/suppliers/${server.userId}`, {
    companyName: 'Ningbo Haosheng',
    currency: 'CNY',
  });
  const expected = new Map<string, Acknowledged>();
  /** The hash of the PDF that each acknowledged mail has. */
  const mails = new Map<string, string>();
  let acknowledged = 0;
  let kills = 0;
  let isWriting = true;
  // An account may send mails to 100 recipients within an hour, so they are spread over all kills.
  const maySend = () => mails.size + WRITERS < (100 * (kills + 1)) / (KILLS + 1);
  const send = async (orderId: string, documentIds: readonly string[]) =>
    written<SentMail>('POST', `/documents/${server.userId}/send-email-with-attachments`, {
      to: ['orders@haosheng.example'],
      subject: SUBJECT,
      body: '<p>The purchase order is attached.</p>',
      documentIds,
      entityType: 'PURCHASE_ORDER',
      entityId: orderId,
    });
  const writer = async () => {
    for (let change = 0, id = ''; isWriting; change += 1) {
      // A generated purchase order was a draft a few times only, so a new one begins every few changes.
      if (change % 4 === 0) {
        const items = [{ name: 'Steel plate', quantity: '100', unitPrice: '2.5' }];
        ({ id } = await written<{ id: string }>('POST', orders, {
          supplierId,
          rate: '0.1',
          paymentTerms: [{ percentOfPayment: '0.3' }, { percentOfPayment: '0.7', event: 'DELIVERY' }],
          items,
        }));
        expected.set(id, { status: 'DRAFT', hashes: [], sentRevision: null });
      }
      const before = expected.get(id) as Acknowledged;
      await write('PATCH', `${orders}/${id}`, { notes: `Change ${change}` });
      acknowledged += 1;
      const pdf = await write('POST', `${orders}/${id}/generate-pdf`, {});
      const hash = createHash('sha256')
        .update(Buffer.from(await pdf.arrayBuffer()))
        .digest('hex');
      const generated = { ...before, status: 'OPEN', hashes: [...before.hashes, hash] };
      expected.set(id, generated);
      acknowledged += 1;
      if (!maySend()) continue;
      const order = await read<PurchaseOrderWithItems>(`${orders}/${id}`);
      const mail = await send(id, order.generated ? [order.generated.documentId] : []);
      mails.set(mail.id, hash);
      expected.set(id, { ...generated, sentRevision: generated.hashes.length });
      acknowledged += 1;
    }
  };
  let failure: unknown;
  const writers = Array.from({ length: WRITERS }, () => writer().catch((error: unknown) => void (failure = error)));
  const more = async (count: number) => {
    for (const before = acknowledged; acknowledged < before + count; await sleep(5)) if (failure) throw failure;
  };
  for (; kills < KILLS; kills += 1) {
    await more(ACKNOWLEDGED_BETWEEN);
    if (kills % 2 === 0) await server.restart();
    else server.killDatabase();
  }
  const beforeLast = new Set(mails.keys());
  await more(ACKNOWLEDGED_BETWEEN);
  isWriting = false;
  await Promise.all(writers);
  expect(failure).toBeUndefined();
  await server.end('SIGTERM');

  const { mailIds, late, ...stored } = await storedAfterwards();
  expect(stored).toEqual({
    orders: new Map([...expected].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    loggedRevisions: [...expected.values()].reduce((sum, { hashes }) => sum + hashes.length, 0),
    mails: new Map([...mails].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    queued: 0,
    broken: [],
  });
  const taken = smtp.mails.filter(({ subject }) => subject === SUBJECT);
  const delivered = [...taken.map(({ messageId }) => messageId?.slice(1).split('@')[0] ?? ''), ...late];
  expect(new Set(delivered)).toEqual(new Set(mailIds.values()));
  expect(taken.filter(({ attachments }) => attachments.length !== 1)).toEqual([]);
  // A mail can leave twice only if its process is killed after the mail server took it and before that is stored.
  expect(delivered.length - mailIds.size).toBeLessThanOrEqual(KILLS);
  const times = Map.groupBy(delivered, (mailId) => mailId);
  const normal = [...mailIds].filter(([sentId]) => !beforeLast.has(sentId));
  expect(normal.filter(([, mailId]) => times.get(mailId)?.length !== 1)).toEqual([]);
});

/** What is stored after the server has ended, and the mails that leave once the leases of killed senders have ended. */
async function storedAfterwards() {
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
  const late: string[] = [];
  const { deps, close } = await compose({
    config: readConfig(server.environment),
    databaseUrl: database.url,
    mailer: { send: async ({ id, subject }) => void (subject === SUBJECT && late.push(id)) },
    clock: { now: () => new Date(Date.now() + AFTER_LEASES_MS) },
  });
  try {
    await createJobRunner(
      deps,
      sendMails(() => async () => true),
    ).runAll();
    const { account_id: accountId } = await deps.db
      .selectFrom('account_directory')
      .select('account_id')
      .executeTakeFirstOrThrow();
    return await inAccountAsJob(deps, accountId, async (w) => {
      const rows = await w.tx.selectFrom('purchase_order').selectAll().orderBy('id').execute();
      const revisions = await w.tx
        .selectFrom('purchase_order_revision as r')
        .innerJoin('document_version as v', (join) =>
          join.onRef('v.document_id', '=', 'r.document_id').onRef('v.number', '=', 'r.version_number'),
        )
        .select(['r.order_id', 'r.revision', 'v.storage_key', 'v.sha256'])
        .orderBy('r.revision')
        .execute();
      const orders = new Map<string, Acknowledged>();
      for (const row of rows) {
        const hashes: string[] = [];
        for (const { storage_key: key, ...revision } of revisions.filter(({ order_id: of }) => of === row.id)) {
          const onDisk = createHash('sha256')
            .update(await deps.fileStore.read(key))
            .digest('hex');
          hashes.push(onDisk === revision.sha256 && revision.revision === hashes.length + 1 ? onDisk : 'not whole');
        }
        const isNewest = row.revision === hashes.length && row.generated_version === row.revision;
        orders.set(row.id, {
          status: isNewest || row.status === 'DRAFT' ? row.status : `${row.status} of revision ${row.revision}`,
          hashes,
          sentRevision: row.sent_revision,
        });
      }
      const logged = await w.tx
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'purchase-order.generated')
        .execute();
      const sent = await w.tx
        .selectFrom('sent_mail as m')
        .leftJoin('sent_mail_document as d', 'd.sent_mail_id', 'm.id')
        .select(['m.id', 'm.mail_id', 'm.state', 'd.sha256'])
        .orderBy('m.id')
        .execute();
      const queued = await aboveAccount(w, (tx) =>
        tx.selectFrom('mail_message').select('id').where('state', '=', 'QUEUED').execute(),
      );
      return {
        orders,
        loggedRevisions: logged.length,
        mails: new Map(sent.map((mail) => [mail.id, mail.state === 'SENT' ? mail.sha256 : mail.state])),
        mailIds: new Map(sent.map((mail) => [mail.id, mail.mail_id])),
        queued: queued.length,
        broken: await brokenPayables(w),
        late,
      };
    });
  } finally {
    await close();
    await database.stop();
  }
}
