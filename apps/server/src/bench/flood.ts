import { setTimeout as sleep } from 'node:timers/promises';
import { authenticate } from '@quayside/contracts/accounts/accounts';
import { listWeightUnits } from '@quayside/contracts/products/product-options';
import { hashPassword, isPassword } from '../areas/accounts/sign-in/passwords.ts';
import { urlOf } from '../http/local-client.ts';
import { API_ROOT } from '../http/calls.ts';
import type { Member } from './crowd.queries.ts';
import { PASSWORD } from './people.ts';
import { quantile } from './rounds.ts';
import type { Server } from './servers.ts';
import { Wire } from './wire.ts';

const PER_SECOND = 50;
const SECONDS = 6;
const OTHERS = 4;

interface FloodFigures {
  readonly asked: number;
  readonly signedIn: number;
  /** The number of seconds until the last sign-in was answered. */
  readonly seconds: number;
  readonly signInP50: number;
  /**
   * The 99th percentile of the response times of other calls while there is no flood. `otherP50` and `otherP99` are
   * percentiles during the flood.
   */
  readonly calmP99: number;
  readonly otherP50: number;
  readonly otherP99: number;
  /** How many passwords per second this machine verifies, two at a time, when it is otherwise idle. */
  readonly hashesPerSecond: number;
}

/** Starts fifty sign-ins per second, however slow the server becomes, while other people keep working. */
export async function measureFlood(server: Server, members: readonly Member[], worker: Member): Promise<FloodFigures> {
  const calm = await whileWorking(server, worker, () => sleep(2_000));
  const times: number[] = [];
  let signedIn = 0;
  const began = performance.now();
  const others = await whileWorking(server, worker, async () => {
    const running: Promise<void>[] = [];
    for (let i = 0; i < PER_SECOND * SECONDS; i += 1) {
      const wait = began + (i * 1_000) / PER_SECOND - performance.now();
      if (wait > 0) await sleep(wait);
      running.push(
        signIn(server, members[i % members.length], i).then(({ ok, ms }) => {
          times.push(ms);
          if (ok) signedIn += 1;
        }),
      );
    }
    await Promise.all(running);
  });
  return {
    asked: PER_SECOND * SECONDS,
    signedIn,
    seconds: (performance.now() - began) / 1_000,
    signInP50: quantile(times, 0.5),
    calmP99: quantile(calm, 0.99),
    otherP50: quantile(others, 0.5),
    otherP99: quantile(others, 0.99),
    hashesPerSecond: await hashesPerSecond(),
  };
}

/** Signs one member in. Each sign-in comes from its own IP address, because sign-ins per address are limited. */
async function signIn(
  { port }: Server,
  member: Member | undefined,
  from: number,
): Promise<{ ok: boolean; ms: number }> {
  const wire = new Wire(port);
  const began = performance.now();
  const body = JSON.stringify({ userName: member?.email, password: PASSWORD });
  const answer = await wire.send({
    method: 'POST',
    path: API_ROOT + authenticate.path,
    headers: `x-forwarded-for: 10.0.${Math.floor(from / 250)}.${(from % 250) + 1}\r\n`,
    body,
  });
  wire.close();
  return { ok: answer.status === 200, ms: performance.now() - began };
}

/** Simulates a few people, each of whom sends a request every 20 ms, until `run` ends. Returns the response times. */
async function whileWorking(
  { port }: Server,
  { userId, token }: Member,
  run: () => Promise<unknown>,
): Promise<number[]> {
  const samples: number[] = [];
  let isOver = false;
  const work = async () => {
    const wire = new Wire(port);
    while (!isOver) {
      const began = performance.now();
      await wire.send({
        method: 'GET',
        path: urlOf(listWeightUnits, { userId }),
        headers: `authorization: Bearer ${token}\r\n`,
      });
      samples.push(performance.now() - began);
      await sleep(20);
    }
    wire.close();
  };
  const working = Array.from({ length: OTHERS }, work);
  await run();
  isOver = true;
  await Promise.all(working);
  return samples;
}

async function hashesPerSecond(): Promise<number> {
  const hash = await hashPassword(PASSWORD);
  const began = performance.now();
  await Promise.all(
    [0, 1].map(async () =>
      Array.from({ length: 20 }).reduce<Promise<unknown>>(
        (before) => before.then(() => isPassword(hash, PASSWORD)),
        Promise.resolve(),
      ),
    ),
  );
  return 40 / ((performance.now() - began) / 1_000);
}
