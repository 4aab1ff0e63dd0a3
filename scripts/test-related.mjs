// `npm run test:related -- [commit]`: the rules of the whole source, and the tests that a change can reach by the
// import graph (apps/server/src/testing/related.ts): the change since the commit, or what is not committed, or else the
// last commit. Browser tests are left out.
import { execFileSync } from 'node:child_process';
import { readSourceTree } from '../apps/server/src/testing/arrows.ts';
import { relatedTests } from '../apps/server/src/testing/related.ts';
import { runVitest } from './lib/checks.mjs';
import { SHARE_OF_SERVER_CASES } from './lib/every-test.mjs';
import { root } from './lib/paths.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport } from './lib/report.mjs';

endWithParent();
passSignalsOn();
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
const since = (commit) => [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
const [commit] = process.argv.slice(2);
const uncommitted = since('HEAD');
const changed = commit !== undefined ? since(commit) : uncommitted.length > 0 ? uncommitted : since('HEAD~1');
const files = relatedTests(readSourceTree(root), changed);

const { step, finish } = createReport();
await step('Rules that the whole source must follow', () => runVitest(['--project', 'house']));
console.log(`\n${changed.length} changed files reach ${files.length} test files.`);
if (files.length > 0)
  await step('Tests that the change can reach', () => runVitest(files, { SERVER_CASES: SHARE_OF_SERVER_CASES }));
finish();
