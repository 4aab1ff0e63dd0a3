import { writeFileSync } from 'node:fs';
import { processorSeconds } from './processor-time.mjs';

/**
 * A Vitest reporter that writes what its JSON report leaves out: the time of each file with loading and hooks, which
 * take half of the time of many files, the tests that passed only at the second try, with their first error, and the
 * processor time of the whole run.
 */
export default class QuaysideReporter {
  files = [];
  secondTries = [];

  onTestModuleEnd(testModule) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      testModule.diagnostic();
    const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
    this.files.push({ file: testModule.moduleId, project: testModule.project.name, seconds: ms / 1_000 });
  }

  onTestCaseResult(testCase) {
    if (!testCase.diagnostic()?.flaky) return;
    const [error] = testCase.result().errors ?? [];
    // The JSON report joins the parts of a title in this way.
    const title = testCase.fullName.replaceAll(' > ', ' ');
    this.secondTries.push({ file: testCase.module.moduleId, title, message: error?.message });
  }

  onTestRunEnd() {
    const { files, secondTries } = this;
    // The databases and browsers of the run have ended only when this process ends.
    process.on('exit', () =>
      writeFileSync(
        process.env.QUAYSIDE_REPORT,
        JSON.stringify({ files, secondTries, processorSeconds: processorSeconds() }),
      ),
    );
  }
}
