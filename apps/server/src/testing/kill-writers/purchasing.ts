import { createHash } from 'node:crypto';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import type { SentMail } from '@quayside/contracts/documents/sent-mails';
import type { Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { askAgain, bytesAgain } from '../ask-again.ts';
import { askForSupplier } from '../asked-records.ts';
import { type Afterwards, byKey, count, type KillRun, type KillWriter, type Tally } from './kill-writer.ts';

// The PDFs of purchase orders are generated and sent.

const SUBJECT = 'Purchase order of steel';
/** An account may send mails to 100 recipients within an hour. Payments send the others. */
const MAILS = 70;

/** What a purchase order must be after everything that was acknowledged. */
interface Expected {
  readonly status: string;
  /** The hash of each revision as it was answered. */
  readonly hashes: readonly string[];
  readonly sentRevision: number | null;
}
/** Everything that was acknowledged so far. */
interface Acknowledged {
  readonly orders: Map<string, Expected>;
  /** The hash of the PDF that each mail has. */
  readonly mails: Map<string, string>;
  /** The mails that were asked for after the last kill. */
  readonly undisturbed: Set<string>;
  readonly tally: Tally;
  asked: number;
  writes: number;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function createOrder({ server }: KillRun, done: Acknowledged, supplierId: string): Promise<string> {
  const { id } = await askAgain<{ id: string }>(server, 'POST', `/purchasing/${server.userId}`, {
    supplierId,
    rate: '0.1',
    paymentTerms: [{ percentOfPayment: '0.3' }, { percentOfPayment: '0.7', event: 'DELIVERY' }],
    items: [{ name: 'Steel plate', quantity: '100', unitPrice: '2.5' }],
  });
  done.orders.set(id, { status: 'DRAFT', hashes: [], sentRevision: null });
  return id;
}

/** Changes a purchase order, generates its PDF, and sends it if there is room for a mail. */
async function changeAndSend({ server, part }: KillRun, done: Acknowledged, id: string, notes: string) {
  const path = `/purchasing/${server.userId}/${id}`;
  const before = done.orders.get(id) as Expected;
  await askAgain(server, 'PATCH', path, { notes });
  done.writes += 1;
  const hash = sha256(await bytesAgain(server, 'POST', `${path}/generate-pdf`, {}));
  const generated = { ...before, status: 'OPEN', hashes: [...before.hashes, hash] };
  done.orders.set(id, generated);
  count(done.tally, 'purchase-order.generated');
  done.writes += 1;
  if (done.asked >= MAILS * part()) return;
  done.asked += 1;
  const isUndisturbed = part() === 1;
  const order = await askAgain<PurchaseOrderWithItems>(server, 'GET', path);
  const mail = await askAgain<SentMail>(server, 'POST', `/documents/${server.userId}/send-email-with-attachments`, {
    to: ['orders@haosheng.example'],
    subject: SUBJECT,
    body: '<p>The purchase order is attached.</p>',
    documentIds: order.generated ? [order.generated.documentId] : [],
    entityType: 'PURCHASE_ORDER',
    entityId: id,
  });
  done.mails.set(mail.id, hash);
  if (isUndisturbed) done.undisturbed.add(mail.id);
  done.orders.set(id, { ...generated, sentRevision: generated.hashes.length });
  done.writes += 1;
}

async function storedOrders(w: Work, { fileStore }: Deps, supplierId: string) {
  const rows = await w.tx
    .selectFrom('purchase_order')
    .selectAll()
    .where('supplier_id', '=', supplierId)
    .orderBy('id')
    .execute();
  const revisions = await w.tx
    .selectFrom('purchase_order_revision as r')
    .innerJoin('document_version as v', (join) =>
      join.onRef('v.document_id', '=', 'r.document_id').onRef('v.number', '=', 'r.version_number'),
    )
    .select(['r.order_id', 'r.revision', 'v.storage_key', 'v.sha256'])
    .orderBy('r.revision')
    .execute();
  const orders: [string, Expected][] = [];
  for (const row of rows) {
    const hashes: string[] = [];
    for (const { storage_key: key, ...revision } of revisions.filter(({ order_id: of }) => of === row.id)) {
      const onDisk = sha256(await fileStore.read(key));
      hashes.push(onDisk === revision.sha256 && revision.revision === hashes.length + 1 ? onDisk : 'not whole');
    }
    const isNewest = row.revision === hashes.length && row.generated_version === row.revision;
    const status = isNewest || row.status === 'DRAFT' ? row.status : `${row.status} of revision ${row.revision}`;
    orders.push([row.id, { status, hashes, sentRevision: row.sent_revision }]);
  }
  return orders;
}

const storedMails = (w: Work) =>
  w.tx
    .selectFrom('sent_mail as m')
    .leftJoin('sent_mail_document as d', 'd.sent_mail_id', 'm.id')
    .select(['m.id', 'm.mail_id', 'm.state', 'd.sha256'])
    .where('m.subject', '=', SUBJECT)
    .orderBy('m.id')
    .execute();

/** What became of the mails: which ones left, and which ones left more often than a kill explains. */
function deliveries({ smtp, kills }: KillRun, { undisturbed }: Acknowledged, late: Afterwards['lateMails']) {
  const taken = smtp.mails.filter(({ subject }) => subject === SUBJECT);
  const delivered = [
    ...taken.map(({ messageId }) => messageId?.slice(1).split('@')[0] ?? ''),
    ...late.filter(({ subject }) => subject === SUBJECT).map(({ id }) => id),
  ];
  return (mails: Awaited<ReturnType<typeof storedMails>>) => {
    const times = Map.groupBy(delivered, (mailId) => mailId);
    const isOnce = (mailId: string) => times.get(mailId)?.length === 1;
    return {
      delivered: [...times.keys()].toSorted(),
      withoutPdf: taken.filter(({ attachments }) => attachments.length !== 1).length,
      // A mail can leave twice only if its process is killed after the mail server took it and before that is stored.
      isOftenTwice: delivered.length - mails.length > kills,
      notOnce: mails.filter(({ id, mail_id }) => undisturbed.has(id) && !isOnce(mail_id)).map(({ id }) => id),
    };
  };
}

export async function startPurchasing(run: KillRun): Promise<KillWriter> {
  const supplierId = await askForSupplier(run.server);
  const done: Acknowledged = {
    ...{ orders: new Map(), mails: new Map(), undisturbed: new Set(), tally: new Map() },
    ...{ asked: 0, writes: 0 },
  };
  return {
    async write() {
      for (let change = 0, id = ''; await run.goesOn(); change += 1) {
        // A generated purchase order was a draft a few times only, so a new one begins every few changes.
        if (change % 4 === 0) id = await createOrder(run, done, supplierId);
        await changeAndSend(run, done, id, `Change ${change}`);
      }
    },
    acknowledged: () => done.writes,
    tally: done.tally,
    compare: ({ deps, inAccount, lateMails }: Afterwards) =>
      inAccount(async (w) => {
        const mails = await storedMails(w);
        return {
          expected: {
            orders: byKey(done.orders),
            mails: byKey(done.mails),
            ...{ delivered: mails.map(({ mail_id: mailId }) => mailId).toSorted(), withoutPdf: 0 },
            ...{ isOftenTwice: false, notOnce: [] },
          },
          stored: {
            orders: await storedOrders(w, deps, supplierId),
            mails: mails.map(({ id, state, sha256: hash }) => [id, state === 'SENT' ? hash : state]),
            ...deliveries(run, done, lateMails)(mails),
          },
        };
      }),
  };
}
