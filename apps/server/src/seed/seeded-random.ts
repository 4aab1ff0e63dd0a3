/** Pseudo-random bytes from a seed (mulberry32): for seeds and tests, never for secrets. */
export function seededRandom(seed: number): (size: number) => Buffer {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) & 0xff;
  };
  return (size) => Buffer.from(Array.from({ length: size }, next));
}
