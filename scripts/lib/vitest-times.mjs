import { writeFileSync } from 'node:fs';

/**
 * A reporter for vitest that writes how long each file took: loading it, its hooks and its tests. The report in JSON
 * leaves out loading and hooks, which are half of the time of many files.
 */
export default class TimesReporter {
  files = [];

  onTestModuleEnd(testModule) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      testModule.diagnostic();
    const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
    this.files.push({ file: testModule.moduleId, project: testModule.project.name, seconds: ms / 1_000 });
  }

  onTestRunEnd() {
    writeFileSync(process.env.TIMES_REPORT, JSON.stringify(this.files));
  }
}
