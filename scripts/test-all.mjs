// `npm test` and what goes beyond it. The last line is "N passed, N failed".
//   --beyond         only what goes beyond `npm test`: more random cases, the whole server on the system's PostgreSQL,
//                    and many rounds of the kill tests
//   --kills          only the kill tests; KILL_ROUNDS says how often they kill
//   --tests-failed   `npm test` ran before and failed; that counts as one failure here
import { runVitest } from './lib/checks.mjs';
import { everyTest } from './lib/every-test.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport } from './lib/report.mjs';
import { testServerAgain } from './lib/server-again.mjs';
import { createTimesheet } from './lib/timesheet.mjs';

const KILL_ROUNDS = process.env.KILL_ROUNDS ?? '20';
const PROPERTY_FACTOR = process.env.PROPERTY_FACTOR ?? '4';

endWithParent();
passSignalsOn();
const [isBeyond, isKills, haveTestsFailed] = ['--beyond', '--kills', '--tests-failed'].map((option) =>
  process.argv.includes(option),
);
const command = ['npm run test:all', isBeyond && '--beyond', isKills && '--kills'].filter(Boolean).join(' ');
const { step, quietStep, finish } = createReport({ timesheet: createTimesheet({ command }) });

if (haveTestsFailed) await step('npm test, which ran before', async () => ({ passed: 0, failed: 1 }));
if (!isBeyond && !isKills) await everyTest({ step, quietStep });
if (!isKills) {
  await step(`Tests: domain and web with ${PROPERTY_FACTOR} times as many random cases`, () =>
    runVitest(
      ['domain', 'web'].flatMap((name) => ['--project', name]),
      { PROPERTY_FACTOR },
    ),
  );
  await testServerAgain(step, 'all', { PROPERTY_FACTOR });
}
await step(`Kill tests, ${KILL_ROUNDS} rounds each`, () =>
  runVitest(['--project', 'server', 'kill.test.ts'], { KILL_ROUNDS }),
);
finish();
