import { createHash, randomBytes } from 'node:crypto';

const POOL = 8192;
/**
 * Creates a source of random bytes that fetches many at a time: asking the system for a few bytes costs more than the
 * rest of an id, and an import needs many ids.
 */
function createPool(): (size: number) => Buffer {
  let [pool, at] = [Buffer.alloc(0), 0];
  return (size) => {
    if (at + size > pool.length) [pool, at] = [randomBytes(POOL), 0];
    at += size;
    return pool.subarray(at - size, at);
  };
}

/** Generates UUIDv7 ids. These are ordered by time, so that new rows are added at the end of their index. */
export function createIds(now: () => number, random: (size: number) => Buffer = createPool()): () => string {
  let last = 0;
  let sequence = 0;
  return () => {
    const time = Math.max(now(), last);
    // A 12-bit counter orders the ids of one millisecond.
    sequence = time === last ? sequence + 1 : random(2).readUInt16BE(0) & 0x3ff;
    last = sequence > 0xfff ? time + 1 : time;
    if (sequence > 0xfff) sequence = 0;
    const hex =
      last.toString(16).padStart(12, '0') +
      (0x7000 | sequence).toString(16) +
      ((random(2).readUInt16BE(0) & 0x3fff) | 0x8000).toString(16) +
      random(6).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

/** Derives an id that does not reveal when it was created (UUIDv8). Used for people: see ADR 0031. */
export function timelessId(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
