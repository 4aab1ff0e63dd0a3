import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import base from '../../vitest.config.ts';
import { root as ROOT } from './paths.mjs';

interface Fault {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  /** A part of the titles of the tests that must catch it; without it all tests of the file run. */
  readonly title?: string;
  /** Absent: the tests run without the fault. */
  readonly isPlanted?: boolean;
}
interface Plan {
  readonly faults: readonly Fault[];
  readonly provided: Readonly<Record<string, string>>;
}
const plan = JSON.parse(readFileSync(process.env['MUTANTS_PLAN'] ?? '', 'utf8')) as Plan;

/** Puts the fault into its source while that is read. */
const plant = (fault: Fault): Plugin => ({
  name: 'planted-fault',
  enforce: 'pre',
  transform: (code, id) =>
    id.split('?')[0] === join(ROOT, fault.file) ? code.replace(fault.find, () => fault.replace) : undefined,
});

const projects = (base.test?.projects ?? []) as readonly TestProjectInlineConfiguration[];

/** Writes how many tests of each project passed and failed. */
const counts: Reporter = {
  onTestRunEnd(modules) {
    const results: Record<string, { passed: number; failed: number }> = {};
    for (const { project, children } of modules) {
      const count = (results[project.name] ??= { passed: 0, failed: 0 });
      for (const test of children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed') count[state] += 1;
      }
    }
    writeFileSync(process.env['MUTANTS_REPORT'] ?? '', JSON.stringify(results));
  },
};

/** The project that the test of a fault belongs to, for this test alone. */
function projectOf(fault: Fault) {
  const own = projects.find(
    ({ root = '', test }) =>
      test?.name !== 'house' &&
      (test?.name === 'screens') === fault.test.endsWith('.screen.test.tsx') &&
      join(ROOT, fault.test).startsWith(`${root}/`),
  );
  if (!own?.root || !own.test) throw new Error(`${fault.test} belongs to no project`);
  const { globalSetup: _, exclude: __, setupFiles = [], ...test } = own.test;
  return {
    ...own,
    plugins: [...(own.plugins ?? []), ...(fault.isPlanted ? [plant(fault)] : [])],
    test: {
      ...test,
      // A fault must not stay in the modules of a worker that goes on to the next one.
      isolate: true,
      // The cache on disk knows a module by its source, which a planted fault does not change.
      fsModuleCache: false,
      name: fault.name,
      include: [relative(own.root, join(ROOT, fault.test))],
      setupFiles: [...[setupFiles].flat(), join(ROOT, 'scripts/lib/mutants-setup.ts')],
      ...(test.browser && { browser: { ...test.browser, instances: [{ browser: 'chromium', name: fault.name }] } }),
      provide: { ...test.provide, ...plan.provided, onlyTitle: fault.title ?? '' },
    },
  };
}

export default defineConfig({
  test: { maxWorkers: 2, fsModuleCache: false, reporters: [counts], projects: plan.faults.map(projectOf) },
});
