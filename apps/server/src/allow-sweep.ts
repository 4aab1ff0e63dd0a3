import { readConfig } from './config.ts';
import { visitDatabase } from './db/embedded/visit.ts';
import { createDatabase, createPool } from './db/pool.ts';
import { sweptBefore } from './files/sweep-files.ts';
import { allowSweep, planSweep, type SweepPlan } from './files/sweep-limit.ts';

// `npm run allow-sweep -- <number>` lets the next sweep move this many files to the bin. Without a number, it says how
// many are due. It uses the database that `npm start` uses in the same environment.

const USAGE = 'Usage: npm run allow-sweep, or npm run allow-sweep -- <number of files>';

async function run(databaseUrl: string, files: number | undefined): Promise<string> {
  const db = createDatabase(createPool(databaseUrl, () => undefined, 1));
  const clock = { now: () => new Date() };
  try {
    const plan = await planSweep({ db, clock }, sweptBefore(clock.now()));
    if (files === undefined) return describe(plan);
    await allowSweep({ db }, files);
    return `The next sweep, within an hour, may move up to ${files} files to the bin.`;
  } finally {
    await db.destroy();
  }
}

const describe = ({ due, files, limit, allowed }: SweepPlan): string =>
  `${due} of ${files} files are named by no row. ` +
  `A sweep may move ${Math.max(limit, allowed)} of them to the bin now. ` +
  (due > limit && allowed === 0 ? `To allow all of them: npm run allow-sweep -- ${due}` : 'Nothing is to be done.');

try {
  const [given, ...more] = process.argv.slice(2);
  if (more.length > 0 || (given !== undefined && !/^[1-9]\d{0,8}$/.test(given))) throw new Error(USAGE);
  const files = given === undefined ? undefined : Number(given);
  const config = readConfig(process.env);
  const said = await (config.databaseUrl === undefined
    ? visitDatabase(config.dataDir, (url) => run(url, files))
    : run(config.databaseUrl, files));
  process.stdout.write(`${said}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
