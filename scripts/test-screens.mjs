// `npm run test:screens`: the screen tests as thoroughly as they can run: on React's development build, which reports
// more (such as missing keys), and with axe on every state of each screen, in both themes. Takes twice as long as in
// `npm test`.
import { runVitest } from './lib/checks.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport } from './lib/report.mjs';

endWithParent();
passSignalsOn();
const { step, finish } = createReport();
await step("Tests: screens, on React's development build and in both themes", () =>
  runVitest(['--project', 'screens', ...process.argv.slice(2)], { REACT_BUILD: 'development' }),
);
finish();
