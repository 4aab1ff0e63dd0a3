// Runs the checks that are required before a commit, in about a minute: everything but the tests that need a server or
// a browser.
import { runVitest, staticChecks } from './lib/checks.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport } from './lib/report.mjs';

endWithParent();
passSignalsOn();
const { step, quietStep, finish } = createReport();
// The tests print their output at once. The other checks run at the same time, because neither needs both cores all the
// time.
const checks = staticChecks(quietStep);
await step('Fast tests: arrows, domain, contracts, web', () =>
  runVitest(['house', 'domain', 'contracts', 'web', 'web-state'].flatMap((name) => ['--project', name])),
);
await checks;
finish();
