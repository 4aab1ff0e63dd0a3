// Runs every check, and every test that is required before a push. The last line is "N passed, N failed".
import { everyTest } from './lib/every-test.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport } from './lib/report.mjs';
import { createTimesheet } from './lib/timesheet.mjs';

endWithParent();
passSignalsOn();
const { finish, ...steps } = createReport({ timesheet: createTimesheet({ command: 'npm test' }), keepFailures: true });
await everyTest(steps);
finish();
