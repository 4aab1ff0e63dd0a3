import { writeFileSync } from 'node:fs';
import { processorSeconds } from './processor-time.mjs';

/** A Playwright reporter that writes what its JSON report leaves out: the processor time of the whole run. */
export default class QuaysideReporter {
  onEnd() {
    // The servers and browsers of the run have ended only when this process ends.
    process.on('exit', () =>
      writeFileSync(process.env.QUAYSIDE_REPORT, JSON.stringify({ processorSeconds: processorSeconds() })),
    );
  }

  printsToStdio() {
    return false;
  }
}
