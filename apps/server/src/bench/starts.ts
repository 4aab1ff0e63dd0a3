import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../db/migrate.ts';
import { createDatabase, dropDatabases, urlOfDatabase } from './databases.ts';
import type { FactWithGoal } from './facts.ts';
import type { Parts } from './parts.ts';
import { median } from './rounds.ts';
import { FLOOR, productProgram, type Server, startServer } from './servers.ts';

const NAME = 'quayside_starts';
const STARTS = 5;
/** How long after it is ready the memory of a server is read: by then it has given back what its start took. */
const SETTLED_MS = 5_000;
const GOALS = { timesFloor: 4, processorMs: 450, megabytes: 120 };
const AFTER_RUN = { megabytes: 250, idleMegabytes: 160, idleMs: 2 * 60_000 };

/** Measures later starts of the server and of the floor, with the database running: time, processor time and memory. */
export async function measureStarts(options: Parts): Promise<FactWithGoal[]> {
  const { database, env, say, signal } = options;
  await createDatabase(options, NAME);
  try {
    const url = urlOfDatabase(database.url, NAME);
    await migrate(url);
    const sides = [
      { script: productProgram(), env: { ...env, DATABASE_URL: url }, ...measured() },
      { script: FLOOR, env: { ...env, TENANT_URL: url, BARE_URL: url }, ...measured() },
    ];
    // The first start fills Node's cache of compiled modules, which `npm start` uses too, so it is not measured.
    for (let i = 0; i <= STARTS; i += 1)
      for (const side of sides) {
        signal.throwIfAborted();
        const server = await startServer(side.script, side.env);
        if (i === STARTS) await sleep(SETTLED_MS, undefined, { signal });
        if (i > 0) side.elapsed.push(server.readyMs);
        if (i > 0) side.processor.push(server.readyCpuMs);
        side.megabytes = server.memory()?.now ?? Number.NaN;
        await server.stop();
      }
    const facts = factsOf(sides[0] ?? measured(), sides[1] ?? measured());
    for (const { title, value } of facts) say(`  ${title}: ${value}`);
    return facts;
  } finally {
    await dropDatabases(options, [NAME]);
  }
}

interface Measured {
  readonly elapsed: number[];
  readonly processor: number[];
  megabytes: number;
}
const measured = (): Measured => ({ elapsed: [], processor: [], megabytes: Number.NaN });

function factsOf(product: Measured, floor: Measured): FactWithGoal[] {
  const beside = (a: readonly number[], b: readonly number[]) => {
    const [ours, floors] = [median(a), median(b)];
    return { ours, ratio: ours / floors, value: `${ours.toFixed(0)} ms; floor ${floors.toFixed(0)} ms; ` };
  };
  const elapsed = beside(product.elapsed, floor.elapsed);
  const processor = beside(product.processor, floor.processor);
  return [
    {
      title: 'start of the server until it is ready, with the database running',
      value: `${elapsed.value}${elapsed.ratio.toFixed(2)} x`,
      goal: `<= ${GOALS.timesFloor} x`,
      isMet: elapsed.ratio <= GOALS.timesFloor,
    },
    {
      title: 'processor time of that start',
      value: `${processor.value}${processor.ratio.toFixed(2)} x`,
      goal: `<= ${GOALS.processorMs} ms`,
      isMet: processor.ours <= GOALS.processorMs,
    },
    {
      title: `memory ${SETTLED_MS / 1_000} s after that start`,
      value: `${product.megabytes} MB; floor ${floor.megabytes} MB`,
      goal: `<= ${GOALS.megabytes} MB`,
      isMet: product.megabytes <= GOALS.megabytes,
    },
  ];
}

/** Measures the memory of a server at the end of a run, and after it had nothing to do for two minutes. */
export async function measureMemoryAfter(server: Server, { say, signal }: Parts): Promise<FactWithGoal[]> {
  const fact = (title: string, most: number): FactWithGoal => {
    const now = server.memory()?.now ?? Number.NaN;
    return { title, value: `${now} MB`, goal: `<= ${most} MB`, isMet: now <= most };
  };
  const end = fact('memory at the end of the run', AFTER_RUN.megabytes);
  say('Waiting for two minutes ...');
  await sleep(AFTER_RUN.idleMs, undefined, { signal });
  return [end, fact('memory two minutes later', AFTER_RUN.idleMegabytes)];
}
