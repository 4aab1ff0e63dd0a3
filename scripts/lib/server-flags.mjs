/**
 * How Node holds its memory when it serves. By itself it lets 200 MB of waste gather before it clears up, because the machine has room:
 * an import of 100,000 rows took 470 MB, and takes 270 MB so, for a tenth more time. The most that the heap may take is 1 GB.
 */
export const SERVER_FLAGS = ['--max-old-space-size=1000', '--min-semi-space-size=16', '--max-semi-space-size=32'];
