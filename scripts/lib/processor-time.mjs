import { readFileSync } from 'node:fs';

/** The fields of /proc/self/stat after the name of the program, which may contain spaces. */
const [OWN_USER, OWN_SYSTEM, CHILD_USER, CHILD_SYSTEM] = [11, 12, 13, 14];
/** Linux counts processor time in hundredths of a second, on all processors that Node supports. */
const TICKS = 100;

/**
 * The processor time in seconds of this process and of all its children that have ended (databases, browsers, servers).
 * Unlike the time by the clock it hardly depends on what else the machine does. Undefined where only Linux knows it.
 */
export function processorSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return [OWN_USER, OWN_SYSTEM, CHILD_USER, CHILD_SYSTEM].reduce((sum, i) => sum + Number(fields[i]), 0) / TICKS;
  } catch {
    return undefined;
  }
}
