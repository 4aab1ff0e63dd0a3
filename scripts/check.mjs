// What to run before a commit, in under a minute: everything but the tests that need a server or a browser.
import { checkFormat, checkLint, checkSchema, runVitest, typeSteps } from './lib/checks.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport } from './lib/report.mjs';

endWithParent();
passSignalsOn();
const { step, finish } = createReport();
await step('Format', checkFormat);
await step('Lint', checkLint);
for (const { title, work } of typeSteps) await step(title, work);
await step('Schema: migrations, description and generated types agree', checkSchema);
await step('Fast tests: arrows, domain, contracts, web', () =>
  runVitest(['house', 'domain', 'contracts', 'web'].flatMap((name) => ['--project', name])),
);
finish();
