import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenPayables } from '../areas/payments/check/payables-invariants.views.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import type { Work } from '../db/tx.ts';
import { sendMails } from '../mail/mail.jobs.ts';
import { brokenBeside, brokenGoods, inOnlyAccount } from './beside.ts';
import { killRounds } from './kill-rounds.ts';
import { startDocuments } from './kill-writers/documents.ts';
import {
  byKey,
  type Compared,
  count,
  type KillWriter,
  type StartWriter,
  TALLIED_TABLES,
  type Tally,
} from './kill-writers/kill-writer.ts';
import { startPayments } from './kill-writers/payments.ts';
import { startPurchasing } from './kill-writers/purchasing.ts';
import { startShipments } from './kill-writers/shipments.ts';
import { startStock } from './kill-writers/stock.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { recompute } from './recompute.ts';
import { createJobRunner } from './run-jobs.ts';
import { startTestSmtp, type TestSmtp } from './smtp.ts';

// This file kills the application and its database in turn, while all areas write to one account. What was acknowledged
// must be stored, once, and everything that is stored must follow from the facts.

const KILLS = killRounds(2);
/** How much each area must have had acknowledged between two kills. */
const ACKNOWLEDGED_BETWEEN = KILLS > 20 ? 10 : 3;
const GOES_ON_WITHIN_MS = 240_000;
/** How long a writer waits whose area has had enough acknowledged before the next kill. */
const AHEAD_MS = 250;
/** How many writers each area has. */
const WRITERS = 2;
/** By then the lease of a mail that was being sent when its process was killed has ended. */
const AFTER_LEASES_MS = 10 * 60_000;

/** The sweep of files ends the comparison of documents, so they come last. */
const AREAS = {
  payments: startPayments,
  purchasing: startPurchasing,
  shipments: startShipments,
  stock: startStock,
  documents: startDocuments,
} satisfies Record<string, StartWriter>;
type Area = keyof typeof AREAS;
const names = Object.keys(AREAS) as Area[];

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

/** What the run has left, once it has come to its end. */
let left: (Awaited<ReturnType<typeof readAfterwards>> & { brokenMeanwhile: readonly unknown[] }) | undefined;
function leftOf<T>(what: (found: NonNullable<typeof left>) => T): T {
  if (!left) throw new Error('The writers did not come to an end, so nothing can be compared');
  return what(left);
}

it('the writers of all areas go on after each kill of the application and of the database', {
  timeout: 240_000 + KILLS * 60_000,
}, async () => {
  let [kills, isWriting] = [0, true];
  const part = () => (kills + 1) / (KILLS + 1);
  const start = async (name: Area): Promise<Participant> => {
    const goesOn = async () => {
      if (isWriting && participant.goal <= participant.writer.acknowledged()) await sleep(AHEAD_MS);
      return isWriting;
    };
    const participant = { name, goal: 0, writer: await AREAS[name]({ server, smtp, kills: KILLS, part, goesOn }) };
    return participant;
  };
  const participants = await Promise.all(names.map(start));
  const [failures, brokenMeanwhile]: [unknown[], unknown[]] = [[], []];
  const writing = participants.flatMap(({ writer }) =>
    Array.from({ length: WRITERS }, () => writer.write().catch((error: unknown) => void failures.push(error))),
  );
  try {
    for (; kills < KILLS; kills += 1) {
      await more(participants, failures, ACKNOWLEDGED_BETWEEN);
      if (kills % 2 === 0) await server.restart();
      else server.killDatabase();
      await more(participants, failures, 1);
      brokenMeanwhile.push(...(await brokenBeside(server)));
    }
    await more(participants, failures, ACKNOWLEDGED_BETWEEN);
  } finally {
    isWriting = false;
  }
  await Promise.all(writing);
  expect(failures).toEqual([]);
  for (const { writer } of participants) await writer.finish?.();
  await server.end('SIGTERM');
  left = { ...(await readAfterwards(participants)), brokenMeanwhile };
});

/** An area with its writer, and how much it must have had acknowledged before the next kill. */
interface Participant {
  readonly name: Area;
  readonly writer: KillWriter;
  goal: number;
}

/** Waits until each area has had so much acknowledged since now. */
async function more(participants: readonly Participant[], failures: readonly unknown[], times: number): Promise<void> {
  for (const one of participants) one.goal = one.writer.acknowledged() + times;
  const behind = () => participants.filter(({ writer, goal }) => writer.acknowledged() < goal).map(({ name }) => name);
  for (const end = Date.now() + GOES_ON_WITHIN_MS; behind().length > 0; await sleep(5)) {
    if (failures.length > 0) throw failures[0];
    if (Date.now() > end) throw new Error(`Not acknowledged any more after ${GOES_ON_WITHIN_MS} ms: ${behind()}`);
  }
}

/** Compares what is stored after the server has ended. */
async function readAfterwards(participants: readonly Participant[]) {
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
  const lateMails: { id: string; subject: string }[] = [];
  const { deps, close } = await compose({
    config: readConfig(server.environment),
    databaseUrl: database.url,
    mailer: { send: async ({ id, subject }) => void lateMails.push({ id, subject }) },
  });
  const inAccount = <T>(read: (w: Work) => Promise<T>) => inOnlyAccount(deps, read);
  try {
    await createJobRunner(
      { ...deps, clock: { now: () => new Date(Date.now() + AFTER_LEASES_MS) } },
      sendMails(() => async () => true),
    ).runAll();
    const tally: Tally = new Map(TALLIED_TABLES.map((table) => [table, 0]));
    for (const { writer } of participants) for (const [what, times] of writer.tally) count(tally, what, times);
    const compared = new Map<Area, Compared>();
    for (const { name, writer } of participants)
      compared.set(name, await writer.compare({ deps, inAccount, lateMails }));
    return {
      compared,
      tally: { expected: byKey(tally), stored: await inAccount((w) => storedTally(w, [...tally.keys()])) },
      broken: await inAccount(brokenFacts),
    };
  } finally {
    await close();
    await database.stop();
  }
}

const brokenFacts = async (w: Work): Promise<unknown[]> => [
  ...(await brokenPayables(w)),
  ...(await brokenGoods(w)),
  ...(await recompute(w)),
];

/** How often the audit log has these actions, and how many rows the tables have, in the whole account. */
async function storedTally(w: Work, actions: readonly string[]) {
  const tally: Tally = new Map();
  const logged = await w.tx
    .selectFrom('audit_log')
    .select(['action', ({ fn }) => fn.countAll().as('times')])
    .where('action', 'in', actions)
    .groupBy('action')
    .execute();
  for (const { action, times } of logged) tally.set(action, Number(times));
  for (const table of TALLIED_TABLES) {
    const { rows } = await sql<{ times: bigint }>`select count(*) as times from ${sql.table(table)}`.execute(w.tx);
    tally.set(table, Number(rows[0]?.times));
  }
  return byKey(tally);
}

/** The state of one area is what was acknowledged in it. */
function expectAcknowledged(area: Area): void {
  const { expected, stored } = leftOf(({ compared }) => compared.get(area)) ?? {};
  expect(stored).toEqual(expected);
}

it('an acknowledged payment, transfer or undo survives a kill of the application and of the database, once', () =>
  expectAcknowledged('payments'));

it('an acknowledged PDF or mail of a purchase order survives a kill of the application and of the database, once', () =>
  expectAcknowledged('purchasing'));

it('what was packed, planned or shipped survives a kill of the application and of the database, once', () =>
  expectAcknowledged('shipments'));

it('what was received or sold survives a kill of the application and of the database, once', () =>
  expectAcknowledged('stock'));

it('an acknowledged document survives a kill of the application and of the database, with its file and its text', () =>
  expectAcknowledged('documents'));

it('the audit log has each acknowledged change once, and no plan or carton is left over, after all kills', () => {
  const { expected, stored } = leftOf(({ tally }) => tally);
  expect(stored).toEqual(expected);
});

it('all that is stored of money, packing, stock and costs follows from the facts, after each kill', () => {
  const { broken, brokenMeanwhile } = leftOf((found) => found);
  expect({ broken, brokenMeanwhile }).toEqual({ broken: [], brokenMeanwhile: [] });
});
