/**
 * How Node holds its memory when it serves. By itself it lets four times what lives gather as waste before it clears
 * up: an import of 100,000 rows took 470 MB, and takes 270 MB so, for a tenth more time. No cap on the heap: it would
 * lift the limits of worker threads too.
 */
export const SERVER_FLAGS = ['--heap-growing-percent=60', '--min-semi-space-size=16', '--max-semi-space-size=32'];
