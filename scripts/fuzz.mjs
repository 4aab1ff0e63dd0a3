// `npm run fuzz -- --requests 30000 --seed 7`: sends odd requests of every call to a server with the demo seller, and
// fails for an answer that the OpenAPI document does not allow, for no answer, and for a server that ended.
//   --only K    sends request K of that seed again
import { PlainError } from './lib/report.mjs';
import { endWithParent } from './lib/processes.mjs';
import { readFuzzOptions, runFuzzStep } from './lib/fuzz.mjs';

endWithParent();
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(name, () => interrupted.abort(new PlainError('Interrupted.')));
try {
  const { passed, failed } = await runFuzzStep({ ...readFuzzOptions(process.argv), signal: interrupted.signal });
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error);
  process.exitCode = 1;
}
