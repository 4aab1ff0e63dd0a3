import type { KyselyPlugin } from 'kysely';
import type { Work } from '../db/tx.ts';
import type { TestApp, TestPerson } from './app.ts';

/**
 * How many statements a unit of work sends. One more at its end writes the rows of the outbox, and those of the audit
 * log that wait for it; it is not counted.
 */
export const countStatements = (t: TestApp, who: TestPerson, run: (w: Work) => Promise<unknown>): Promise<number> =>
  t.work(who, async (w) => {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    };
    await run({ ...w, tx: w.tx.withPlugin(counting) as Work['tx'] });
    return statements;
  });
