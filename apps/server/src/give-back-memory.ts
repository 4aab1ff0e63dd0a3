import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

// V8 keeps the memory that its young objects once took: forty megabytes after a start, more after an import. It gives
// it back only when it collects all garbage there is, which takes a tenth of a second. This happens when nobody waits.

/** After a start, the moment until the first collection: the first requests come before it. */
const AFTER_START_MS = 1_000;
const LOOK_MS = 30_000;
/** The part of the time between two looks in which an idle server may have worked. */
const IDLE = 0.05;
const WORTH_BYTES = 32 * 1024 * 1024;

/** What giving back needs of Node. Tests replace it. */
interface Memory {
  /** Collects all garbage and gives memory back. Undefined if Node was started without `--expose-gc`. */
  readonly collect: (() => void) | undefined;
  /** The bytes of the heap that are reserved and not used. */
  readonly spare: () => number;
  /** The part of the time since the last question in which the process worked, from 0 to 1. */
  readonly load: () => number;
}

function memoryOfNode(): Memory {
  const gc = globalThis.gc as ((options: object) => void) | undefined;
  let last = performance.eventLoopUtilization();
  return {
    collect: gc && (() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })),
    spare: () => {
      const { total_heap_size: reserved, used_heap_size: used } = getHeapStatistics();
      return reserved - used;
    },
    load: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
  };
}

/** Gives memory back to the system shortly after the start, and later whenever the server has nothing to do. */
export function startGivingBack(memory: Memory = memoryOfNode()): void {
  const { collect, spare, load } = memory;
  if (!collect) return;
  setTimeout(collect, AFTER_START_MS).unref();
  setInterval(() => {
    if (load() <= IDLE && spare() >= WORTH_BYTES) collect();
  }, LOOK_MS).unref();
}
