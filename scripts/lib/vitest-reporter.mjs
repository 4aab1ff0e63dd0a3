import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter that writes what its JSON report leaves out: the time of each file with loading and hooks, which
 * take half of the time of many files, and the tests that passed only at the second try, with their first error.
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
    this.secondTries.push({ file: testCase.module.moduleId, title: testCase.fullName, error: error?.message });
  }

  onTestRunEnd() {
    const { files, secondTries } = this;
    writeFileSync(process.env.QUAYSIDE_REPORT, JSON.stringify({ files, secondTries }));
  }
}
