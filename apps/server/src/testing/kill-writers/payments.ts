import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import type { InvoicePayment } from '@quayside/contracts/payments/payments';
import type { Transfer } from '@quayside/contracts/payments/payment-transfers';
import { aboveAccount, type Work } from '../../db/tx.ts';
import { askAgain } from '../ask-again.ts';
import { askForSupplier } from '../asked-records.ts';
import type { OwnServer } from '../own-server.ts';
import { type Afterwards, byKey, type KillRun, type KillWriter } from './kill-writer.ts';

// Payments are recorded and undone.

const CENTS = 100n;
/** An account may send mails to 100 recipients within an hour. Purchase orders send the others. */
const MAILS = 25;

/** Everything that was acknowledged so far. */
interface Acknowledged {
  readonly settled: Map<string, bigint>;
  readonly live: Set<string>;
  readonly reversed: Set<string>;
  writes: number;
  mails: number;
}

/** Creates a confirmed bill. Returns its only instalment. */
async function aPayment(server: OwnServer, supplierId: string): Promise<string> {
  const invoices = `/invoices/${server.userId}`;
  const { id } = await askAgain<InvoiceWithLines>(server, 'POST', invoices, {
    ...{ supplierId, currency: 'CNY', rate: '0.1', date: '2026-01-02', total: '900000.00' },
  });
  const line = { name: 'Goods', costType: 'OTHER', amount: '900000.00' };
  await askAgain(server, 'POST', `${invoices}/${id}/invoice-lines`, line);
  await askAgain(server, 'POST', `${invoices}/${id}/confirm`, {});
  const path = `/payments/${server.userId}/invoice-payments/${id}`;
  return (await askAgain<InvoicePayment>(server, 'GET', path)).payments[0]?.id ?? '';
}

/** Pays a part of one bill, then of two with one transfer, and undoes the first payment. */
async function payAndUndo({ server, part }: KillRun, done: Acknowledged, [one, two]: readonly [string, string]) {
  const payments = `/payments/${server.userId}`;
  const noted = (ids: readonly string[], cents: bigint) => {
    for (const id of ids) done.settled.set(id, (done.settled.get(id) ?? 0n) + cents);
    done.writes += 1;
  };
  const isMailed = done.mails < MAILS * part();
  if (isMailed) done.mails += 1;
  const paid = await askAgain<{ transfer: Transfer }>(server, 'POST', `${payments}/${one}/pay`, {
    isConfirmed: true,
    confirmationEmailToAddresses: isMailed ? ['a@b.example'] : [],
    amount: '1.00',
  });
  done.live.add(paid.transfer.id);
  noted([one], CENTS);
  const both = await askAgain<Transfer>(server, 'POST', `${payments}/transfers`, {
    isConfirmed: true,
    paidAmount: '0.21',
    payments: [one, two].map((id) => ({ id, amount: '1.00' })),
  });
  done.live.add(both.id);
  noted([one, two], CENTS);
  await askAgain(server, 'POST', `${payments}/transfers/${paid.transfer.id}/undo`, {});
  done.live.delete(paid.transfer.id);
  done.reversed.add(paid.transfer.id);
  noted([one], -CENTS);
}

async function storedOf(w: Work, supplierId: string, lateIds: readonly string[]) {
  const payments = await w.tx
    .selectFrom('payment')
    .select(['id', 'settled_minor'])
    .where('supplier_id', '=', supplierId)
    .orderBy('id')
    .execute();
  const transfers = await w.tx
    .selectFrom('payment_transfer')
    .select(['id', 'reversed_at'])
    .where('supplier_id', '=', supplierId)
    .orderBy('id')
    .execute();
  const confirmations = await aboveAccount(w, (tx) =>
    tx
      .selectFrom('mail_message')
      .select(['id', 'state'])
      .where('kind', '=', 'payment-confirmation')
      .where('withdrawn_at', 'is', null)
      .execute(),
  );
  return {
    settled: payments.map((row) => [row.id, row.settled_minor]),
    live: transfers.filter((row) => row.reversed_at === null).map((row) => row.id),
    reversed: transfers.filter((row) => row.reversed_at !== null).map((row) => row.id),
    waitingMails: confirmations.filter(({ id, state }) => state === 'QUEUED' || lateIds.includes(id)).length,
  };
}

export async function startPayments(run: KillRun): Promise<KillWriter> {
  const supplierId = await askForSupplier(run.server);
  const done: Acknowledged = { settled: new Map(), live: new Set(), reversed: new Set(), writes: 0, mails: 0 };
  return {
    async write() {
      const bills = [await aPayment(run.server, supplierId), await aPayment(run.server, supplierId)] as const;
      while (await run.goesOn()) await payAndUndo(run, done, bills);
    },
    acknowledged: () => done.writes,
    tally: new Map(),
    compare: async ({ inAccount, lateMails }: Afterwards) => ({
      expected: {
        settled: byKey(done.settled),
        live: [...done.live].toSorted(),
        reversed: [...done.reversed].toSorted(),
        // Each confirmation belongs to a payment that was undone, so none waits any more.
        waitingMails: 0,
      },
      stored: await inAccount((w) =>
        storedOf(
          w,
          supplierId,
          lateMails.map(({ id }) => id),
        ),
      ),
    }),
  };
}
