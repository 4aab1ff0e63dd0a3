// Runs `npm test` and further tests. The last line is "N passed, N failed".
//   --beyond         only what `npm test` leaves out: the static checks, more random cases of another seed
//                    (PROPERTY_SEED takes a printed one back), tests that start clusters and kill processes, all server
//                    tests on the system's PostgreSQL, and many rounds of the kill tests
//   --kills          only the kill tests; KILL_ROUNDS sets the number of rounds
//   --tests-failed   `npm test` ran before and failed; this counts as one failure here, which
//                    names what failed
import { runVitest, staticChecks } from './lib/checks.mjs';
import { everyTest } from './lib/every-test.mjs';
import { DEFAULT_REQUESTS as FUZZ_REQUESTS, runFuzzStep } from './lib/fuzz.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport, failedBefore } from './lib/report.mjs';
import { testServerAgain } from './lib/server-again.mjs';
import { createTimesheet } from './lib/timesheet.mjs';

const KILL_ROUNDS = process.env.KILL_ROUNDS ?? '20';
/**
 * The seed is the same in each run, so a new fault comes from a change of the product. `npm run fuzz` uses other seeds.
 */
const FUZZ_SEED = 2026;
const PROPERTY_FACTOR = process.env.PROPERTY_FACTOR ?? '4';
/** Other random cases in each run, unlike in `npm test`. */
const PROPERTY_SEED = process.env.PROPERTY_SEED ?? String(Math.floor(Math.random() * 2 ** 31));

endWithParent();
passSignalsOn();
const [isBeyond, isKills, haveTestsFailed] = ['--beyond', '--kills', '--tests-failed'].map((option) =>
  process.argv.includes(option),
);
const command = ['npm run test:all', isBeyond && '--beyond', isKills && '--kills'].filter(Boolean).join(' ');
const { step, quietStep, finish } = createReport({ timesheet: createTimesheet({ command }) });

if (haveTestsFailed) await step('npm test, which ran before', async () => failedBefore());
if (!isBeyond && !isKills) await everyTest({ step, quietStep });
if (!isKills) {
  await staticChecks(step);
  console.log(`\n── Random cases: seed ${PROPERTY_SEED} (PROPERTY_SEED=${PROPERTY_SEED} tries the same ones again)`);
  await step(`Tests: domain and web with ${PROPERTY_FACTOR} times as many random cases`, () =>
    runVitest(
      ['domain', 'web', 'web-state'].flatMap((name) => ['--project', name]),
      { PROPERTY_FACTOR, PROPERTY_SEED },
    ),
  );
  await step('Tests: clusters, backups, stops and upgrades', () =>
    runVitest(['--project', 'platform', '--exclude', '**/*.kill.test.ts']),
  );
  await testServerAgain(step, { PROPERTY_FACTOR, PROPERTY_SEED });
}
await step(`Kill tests, ${KILL_ROUNDS} rounds each`, () =>
  runVitest(['--project', 'platform', '--project', 'server', 'kill.test.ts'], { KILL_ROUNDS }),
);
if (!isKills)
  await step(`Odd requests: ${FUZZ_REQUESTS}`, () => runFuzzStep({ requests: FUZZ_REQUESTS, seed: FUZZ_SEED }));
finish();
