import { seededRandom } from '../seed/seeded-random.ts';

/** Choices that depend only on a seed, so that a run can be repeated. */
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  int(below: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<T>(options: readonly T[]): T;
  bytes(size: number): Buffer;
}

/** Creates the choices of one request of a run. The numbers are mixed, so that neighbouring requests differ. */
export function createRandom(seed: number, request: number): Random {
  const bytes = seededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(request + 1, 0x85ebca6b));
  const int = (below: number) => Math.floor((bytes(4).readUInt32BE() / 2 ** 32) * below);
  return {
    int,
    chance: (probability) => int(1_000_000) < probability * 1_000_000,
    pick: (options) => {
      const option = options[int(options.length)];
      if (option === undefined && options.length === 0) throw new Error('There is nothing to choose from.');
      return option as (typeof options)[number];
    },
    bytes,
  };
}
