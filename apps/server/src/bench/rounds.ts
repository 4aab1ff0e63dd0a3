import { type Request, Wire } from './wire.ts';

/** The side that is measured: the server, or one of the two floors (minimal servers). */
export type Side = 'product' | 'tenant' | 'bare';

/** The size of the measured account: before (`small`) and after (`large`) it grew. */
export type Size = 'small' | 'large';

/** One measurement: the same work on each side. */
export interface Work<S extends string = Side> {
  readonly title: string;
  /** The number of requests per side and round. */
  readonly requests: number;
  readonly concurrency: number;
  /** For each side, the requests that make up unit of work number i. */
  readonly sides: Partial<Record<S, (i: number) => readonly Request[]>>;
}
export interface Figure {
  readonly p50: number;
  readonly p95: number;
  /** The 99th percentile of all samples; the other percentiles are medians over the rounds. */
  readonly p99: number;
  readonly perSecond: number;
  /**
   * Processor time in ms per unit of work, of the server and of PostgreSQL, with what takes it back; undefined if the
   * system does not report it.
   */
  readonly serverCpu: number | undefined;
  readonly databaseCpu: number | undefined;
  /** The number of bytes in the last answer. */
  readonly bytes: number;
}
/** Processor time in ms that a server's and the database's processes have used so far. */
export type CpuClock = () =>
  | { readonly server: ReadonlyMap<number, number>; readonly database: ReadonlyMap<number, number> }
  | undefined;
export interface Result<S extends string = Side> {
  readonly title: string;
  readonly concurrency: number;
  /** The units of work that each side (the server or a baseline) completed, over all rounds. */
  readonly requests: number;
  readonly figures: Partial<Record<S, Figure>>;
}

const ROUNDS = 5;
/**
 * The sides take turns after this many units of work (more with many connections), so that a busy moment of the machine
 * affects all of them.
 */
const SLICE = 25;
/** A round ends early when its slowest side has used this many milliseconds. */
const SIDE_MS = 600;

export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** The measured properties of a server: its port and its processor time. */
export interface Party {
  readonly port: number;
  readonly cpu: CpuClock;
}

interface Running {
  readonly side: string;
  readonly cpu: CpuClock;
  readonly requestsOf: (i: number) => readonly Request[];
  readonly wires: readonly Wire[];
  next: number;
  bytes: number;
  /** The totals of all rounds. */
  total: { units: number; server: number; database: number };
  rounds: { p50: number; p95: number; perSecond: number }[];
  samples: number[];
}

/** Warms up, then runs rounds in which the sides take turns. The percentiles are medians over the rounds. */
export async function measure<S extends string>(
  work: Work<S>,
  parties: Readonly<Record<S, Party>>,
): Promise<Result<S>> {
  const sides = (Object.keys(parties) as S[]).flatMap((side): Running[] => {
    const requestsOf = work.sides[side];
    const { port, cpu } = parties[side];
    const wires = Array.from({ length: work.concurrency }, () => new Wire(port));
    return requestsOf
      ? [
          {
            side,
            cpu,
            requestsOf,
            wires,
            next: 0,
            bytes: 0,
            total: { units: 0, server: 0, database: 0 },
            rounds: [],
            samples: [],
          },
        ]
      : [];
  });
  for (const one of sides) await slice(one, Math.min(work.requests, 200), [], 600);
  for (let round = 0; round < ROUNDS; round += 1) await runRound(work, sides);
  for (const one of sides) for (const wire of one.wires) wire.close();
  const figures = Object.fromEntries(sides.map((one) => [one.side, figureOf(one)])) as Result<S>['figures'];
  return { title: work.title, concurrency: work.concurrency, requests: sides[0]?.total.units ?? 0, figures };
}

async function runRound(work: Pick<Work, 'requests' | 'concurrency'>, sides: readonly Running[]): Promise<void> {
  const taken = sides.map((one) => ({ one, samples: [] as number[], ms: 0 }));
  const size = Math.min(Math.max(SLICE, work.concurrency * 10), work.requests);
  for (let done = 0; done < work.requests && taken.every((t) => t.ms < SIDE_MS); done += size) {
    for (const t of taken) {
      const [cpu, began] = [t.one.cpu(), performance.now()];
      await slice(t.one, size, t.samples);
      t.ms += performance.now() - began;
      const after = t.one.cpu();
      t.one.total.server += used(cpu?.server, after?.server);
      t.one.total.database += used(cpu?.database, after?.database);
      t.one.total.units += size;
    }
  }
  for (const { one, samples, ms } of taken) {
    one.rounds.push({ p50: median(samples), p95: quantile(samples, 0.95), perSecond: (samples.length / ms) * 1_000 });
    one.samples.push(...samples);
  }
}

/** The processor time used between two readings. Ignores processes that ended in between. */
function used(before: ReadonlyMap<number, number> | undefined, after: ReadonlyMap<number, number> | undefined): number {
  return before && after ? [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0) : Number.NaN;
}

function figureOf({ rounds, total, bytes, samples }: Running): Figure {
  const over = (of: (r: Running['rounds'][number]) => number) => median(rounds.map(of));
  const known = (ms: number) => (Number.isNaN(ms) ? undefined : ms / total.units);
  return {
    p50: over((r) => r.p50),
    p95: over((r) => r.p95),
    p99: quantile(samples, 0.99),
    perSecond: over((r) => r.perSecond),
    serverCpu: known(total.server),
    databaseCpu: known(total.database),
    bytes,
  };
}

async function slice(one: Running, count: number, samples: number[], maxMs = Number.POSITIVE_INFINITY): Promise<void> {
  const until = performance.now() + maxMs;
  let left = count;
  await Promise.all(
    one.wires.map(async (wire) => {
      while (left > 0 && performance.now() < until) {
        left -= 1;
        const requests = one.requestsOf(one.next);
        one.next += 1;
        const began = performance.now();
        const after: Request[] = [];
        for (const request of requests) {
          const body = await send(one, wire, request);
          one.bytes = body.length;
          if (request.takenBackBy) after.push(request.takenBackBy(body.toString()));
        }
        samples.push(performance.now() - began);
        for (const request of after) await send(one, wire, request);
      }
    }),
  );
}

async function send({ side }: Running, wire: Wire, request: Request): Promise<Buffer> {
  const { status, body } = await wire.send(request);
  if (status >= 300)
    throw new Error(`${side}: ${request.method} ${request.path} answered ${status}: ${body.toString().slice(0, 500)}`);
  return body;
}
