import { type Request, Wire } from './wire.ts';

/** Who is measured: the product, or one of the two floors. */
export const SIDES = ['product', 'tenant', 'bare'] as const;
export type Side = (typeof SIDES)[number];

/** One thing that is measured: the same work asked of each side. */
export interface Work {
  readonly title: string;
  /** Requests per side and round. */
  readonly requests: number;
  readonly concurrency: number;
  /** The requests that make up one unit of work, by its number. */
  readonly sides: Partial<Record<Side, (i: number) => readonly Request[]>>;
}
export interface Figure {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  /** Bytes of the last answer. */
  readonly bytes: number;
}
export interface Result {
  readonly title: string;
  readonly concurrency: number;
  readonly requests: number;
  readonly figures: Partial<Record<Side, Figure>>;
}

export const ROUNDS = 5;
/** The sides take turns this often within a round, so that a busy moment of the machine meets all of them. */
const SLICE = 25;
/** A round stops early when its slowest side has had this long. */
const SIDE_MS = 1_500;

export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Warms up, then runs the rounds with the sides interleaved: the median over the rounds of each one's p50. */
export async function measure(work: Work, ports: Readonly<Record<Side, number>>, rounds = ROUNDS): Promise<Result> {
  const sides = SIDES.flatMap((side) => {
    const requestsOf = work.sides[side];
    return requestsOf
      ? [{ side, requestsOf, wires: Array.from({ length: work.concurrency }, () => new Wire(ports[side])), next: 0, bytes: 0, rounds: [] as Figure[] }]
      : [];
  });
  for (const one of sides) await slice(one, Math.min(work.requests, 200), [], 1_000);
  for (let round = 0; round < rounds; round += 1) {
    const taken = sides.map((one) => ({ one, samples: [] as number[], ms: 0 }));
    const size = Math.min(Math.max(SLICE, work.concurrency * 10), work.requests);
    for (let done = 0; done < work.requests && taken.every((t) => t.ms < SIDE_MS); done += size) {
      for (const t of taken) {
        const began = performance.now();
        await slice(t.one, size, t.samples);
        t.ms += performance.now() - began;
      }
    }
    for (const { one, samples, ms } of taken) {
      one.rounds.push({ p50: median(samples), p95: quantile(samples, 0.95), perSecond: (samples.length / ms) * 1_000, bytes: one.bytes });
    }
  }
  for (const one of sides) for (const wire of one.wires) wire.close();
  const figures = Object.fromEntries(sides.map((one) => [one.side, over(one.rounds)]));
  return { title: work.title, concurrency: work.concurrency, requests: work.requests, figures };
}

const over = (rounds: readonly Figure[]): Figure => ({
  p50: median(rounds.map((r) => r.p50)),
  p95: median(rounds.map((r) => r.p95)),
  perSecond: median(rounds.map((r) => r.perSecond)),
  bytes: rounds.at(-1)?.bytes ?? 0,
});

interface Running {
  readonly side: Side;
  readonly requestsOf: (i: number) => readonly Request[];
  readonly wires: readonly Wire[];
  next: number;
  bytes: number;
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
        for (const request of requests) {
          const answer = await wire.send(request);
          if (answer.status >= 300)
            throw new Error(`${one.side}: ${request.method} ${request.path} answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
          one.bytes = answer.body.length;
        }
        samples.push(performance.now() - began);
      }
    }),
  );
}
