import { type Callers, readWorld, signInCallers } from './callers.ts';
import { type Round, seed, type Seeded } from './installation.ts';
import { faultOf } from './judge.ts';
import { type Plan, planRequest, type World } from './plan.ts';
import { type Outcome, RawClient, type WireRequest } from './wire.ts';

/** How many requests share a server and its database, before the next round begins with fresh ones. */
const ROUND = 1_500;
/** The time limit of each request. It is long, because it only has to detect requests that hang. */
const LIMIT_MS = 30_000;
const MOST_SHOWN = 1_500;

interface Options {
  readonly seed: number;
  readonly requests: number;
  /**
   * The number of the only request to send. If it is answered correctly, the requests before it in its round are sent
   * as well.
   */
  readonly only?: number | undefined;
  /** A temporary folder; the caller removes it. */
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A request that was answered wrongly. */
interface Fault {
  readonly number: number;
  readonly what: string;
  readonly call: string;
}

/** The result of a run: how many requests were sent, how often each status was answered, and the faults. */
interface FuzzResult {
  readonly sent: number;
  readonly statuses: ReadonlyMap<string, number>;
  readonly faults: readonly Fault[];
}

/** Sends odd requests to servers with the demo seller. */
export async function runFuzz(options: Options): Promise<FuzzResult> {
  const seeded = await seed(options.folder);
  try {
    return options.only === undefined ? await sendAll(seeded, options) : await sendAgain(seeded, options, options.only);
  } finally {
    await seeded.stop();
  }
}

async function sendAll(seeded: Seeded, options: Options): Promise<FuzzResult> {
  const result = { sent: 0, statuses: new Map<string, number>(), faults: new Array<Fault>() };
  for (let first = 0; first < options.requests; first += ROUND) {
    const last = Math.min(first + ROUND, options.requests) - 1;
    merge(result, await sendRound(seeded, options, range(first, last)));
    options.say(`${last + 1} of ${options.requests} requests, ${result.faults.length} answered wrongly`);
  }
  return result;
}

/**
 * Repeats a request on a fresh server. If it is answered correctly there, repeats it after the other requests of its
 * round.
 */
async function sendAgain(seeded: Seeded, options: Options, only: number): Promise<FuzzResult> {
  const alone = await sendRound(seeded, options, [only]);
  if (alone.faults.length > 0) return alone;
  options.say('Alone, the request is answered well. It follows once more after those before it in its round.');
  return sendRound(seeded, options, range(only - (only % ROUND), only));
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

interface Counting {
  sent: number;
  readonly statuses: Map<string, number>;
  readonly faults: Fault[];
}
function merge(sum: Counting, one: Counting): void {
  sum.sent += one.sent;
  sum.faults.push(...one.faults);
  for (const [status, count] of one.statuses) sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + count);
}

/** Sends these requests to a fresh server. */
async function sendRound(seeded: Seeded, options: Options, numbers: readonly number[]): Promise<Counting> {
  const result: Counting = { sent: 0, statuses: new Map(), faults: [] };
  const round = await seeded.startRound(numbers[0] ?? 0);
  const client = new RawClient(round.port, LIMIT_MS);
  try {
    const callers = await signInCallers(round, seeded.password);
    const { world, refusal } = await readWorld(round, callers);
    for (const number of numbers) {
      options.signal.throwIfAborted();
      const { plan, request, outcome } = await sendOne(client, { world, callers, seed: options.seed }, number);
      result.sent += 1;
      const status = typeof outcome === 'object' ? String(outcome.status) : outcome;
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
      const what = round.isDead() ? 'the process of the server ended' : faultOf(plan, request, outcome, refusal);
      if (what !== undefined) {
        const call = `${plan.operation.id} as ${plan.caller}`;
        result.faults.push({ number, what, call });
        options.say(describe({ number, what, call }, options.seed, request, outcome, round));
      }
      if (round.isDead()) break;
    }
    return result;
  } finally {
    client.close();
    await round.end();
  }
}

interface Sending {
  readonly world: World;
  readonly callers: Callers;
  readonly seed: number;
}
async function sendOne(client: RawClient, { world, callers, seed: runSeed }: Sending, number: number) {
  const plan: Plan = planRequest(world, runSeed, number);
  const token = callers.tokenOf(plan.caller);
  const request = plan.write(token);
  const outcome = await client.send(request);
  const isSignedOut = typeof outcome === 'object' && [401, 498].includes(outcome.status);
  if (isSignedOut && token !== undefined && request.head.includes(token)) await callers.renew(plan.caller);
  return { plan, request, outcome };
}

/** Describes a fault, with the request as it was sent and how to send it again. */
function describe(fault: Fault, runSeed: number, request: WireRequest, outcome: Outcome, round: Round): string {
  const shown = (bytes: Buffer | string) => {
    const text = JSON.stringify(bytes.toString().slice(0, MOST_SHOWN)).slice(1, -1).replaceAll('\\"', '"');
    return text.replaceAll('\\r\\n', '\n      ');
  };
  const id = typeof outcome === 'object' ? outcome.headers.get('x-request-id') : undefined;
  const logged = round.log().filter((line) => id !== undefined && line.includes(id));
  return [
    `\nRequest ${fault.number}, ${fault.call}: ${fault.what}`,
    `    again: npm run fuzz -- --seed ${runSeed} --only ${fault.number}`,
    `    sent (${request.end}):\n      ${shown(withoutToken(request.head))}${shown(request.body)}`,
    ...(typeof outcome === 'object' ? [`    answered ${outcome.status}: ${shown(outcome.body)}`] : []),
    ...(logged.length > 0 ? [`    logged: ${logged.join('\n').slice(0, 3_000)}`] : []),
  ].join('\n');
}

const withoutToken = (head: string): string => head.replace(/(Bearer [\w-]{6})[\w-]{20,}/, '$1…');
