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
  /** A part of the titles of the tests that must catch the fault; without it, all tests of the file run. */
  readonly title?: string;
  /** Whether the fault is applied; without it, the tests run on the original source. */
  readonly isPlanted?: boolean;
}
interface Plan {
  readonly faults: readonly Fault[];
  readonly provided: Readonly<Record<string, string>>;
}
const plan = JSON.parse(readFileSync(process.env['MUTANTS_PLAN'] ?? '', 'utf8')) as Plan;

/** Applies the fault to its source file when Vitest reads it. */
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

/** Returns the project of the test file of a fault, restricted to this file. */
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
      // A worker that runs several faults must not reuse a module with the previous fault.
      isolate: true,
      // The key of the cache on disk is the source of a module, which a planted fault does not change.
      fsModuleCache: false,
      name: fault.name,
      // A fault that is noticed once is noticed.
      retry: fault.isPlanted ? 0 : (test.retry ?? 0),
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
