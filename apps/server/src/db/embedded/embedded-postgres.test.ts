import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { childEnv } from '../../testing/child-env.ts';
import { clusterProcesses } from './processes.ts';

/** A data folder whose database was stopped. Most tests start a copy of it, because making a database takes longer. */
let stopped: string;
let dataDir: string;
let running: EmbeddedPostgres[];
let children: ChildProcess[];

beforeAll(async () => {
  stopped = mkdtempSync(join(tmpdir(), 'quayside-embedded-'));
  chmodSync(stopped, 0o755);
  await (await startEmbeddedPostgres({ dataDir: stopped, log: () => undefined })).stop();
}, 60_000);
afterAll(() => rmSync(stopped, { recursive: true, force: true }));

beforeEach(() => {
  // The path contains spaces, as in "My Documents", so that a path without quotes makes the test fail.
  const parent = mkdtempSync(join(tmpdir(), 'quayside embedded '));
  chmodSync(parent, 0o755);
  dataDir = join(parent, 'data dir');
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const database of running) await database.stop();
  const data = join(dataDir, 'pg18', 'data');
  if (existsSync(data)) for (const pid of clusterProcesses(data)) process.kill(pid, 'SIGQUIT');
  rmSync(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Makes the data folder a copy of the stopped one, if there is no folder yet. */
function copyIfNone(): void {
  if (!existsSync(dataDir)) spawnSync('cp', ['-a', stopped, dataDir]);
}

async function start(log: (line: string) => void = () => undefined): Promise<EmbeddedPostgres> {
  copyIfNone();
  const database = await startEmbeddedPostgres({ dataDir, log });
  running.push(database);
  return database;
}

async function stop(database: EmbeddedPostgres): Promise<void> {
  await database.stop();
  running = running.filter((other) => other !== database);
}

async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts the database of the same data folder in another process, which prints the URL of the database and the
 * postmaster's pid.
 */
async function startElsewhere(): Promise<{ app: ChildProcess; url: string; pid: number }> {
  copyIfNone();
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const database = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => undefined });
    console.log(JSON.stringify({ url: database.url, pid: database.pid() }));
    setInterval(() => undefined, 1000);`;
  const app = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    env: childEnv(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(app);
  if (!app.stdout) throw new Error('No output.');
  const [line] = (await once(app.stdout, 'data')) as [Buffer];
  return { app, ...(JSON.parse(line.toString()) as { url: string; pid: number }) };
}

describe('the embedded database', { timeout: 60_000 }, () => {
  it('has an owner without superuser rights who can create roles, and keeps its data over a restart', async () => {
    const first = await start();
    const [role] = await query(
      first.url,
      'select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(role).toEqual({
      rolname: 'quayside_owner',
      rolsuper: false,
      rolcreaterole: true,
      rolcreatedb: true,
      rolbypassrls: false,
    });
    await query(first.url, 'create role quayside_probe; create extension pg_trgm; create table kept as select 7 as n');
    await stop(first);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('listens on loopback only, requires passwords, has page checksums and knows Chinese letters', async () => {
    const database = await start();
    const [settings] = await query(
      database.superuserUrl,
      `
        select current_setting('listen_addresses') as listen, current_setting('data_checksums') as checksums,
          current_setting('fsync') as fsync,
          (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as auth`,
    );
    expect(settings).toEqual({ listen: '127.0.0.1', checksums: 'on', fsync: 'on', auth: 'scram-sha-256' });
    await expect(query(database.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    await query(database.url, 'create extension if not exists pg_trgm');
    expect(
      await query(database.url, `select cardinality(show_trgm('深圳市')) > 0 as letters, upper('łódź') as up`),
    ).toEqual([{ letters: true, up: 'ŁÓDŹ' }]);
  });

  it('restarts after a kill, on the same port and with everything that was committed', async () => {
    const database = await start();
    await query(database.url, 'create table kept as select 1 as n');
    const killed = database.pid();
    const restarted = new Promise<void>((resolve) => database.onRestart(resolve));
    if (killed === undefined) throw new Error('No process.');
    process.kill(killed, 'SIGKILL');
    await restarted;
    expect(database.pid()).not.toBe(killed);
    expect(await query(database.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('refuses a second start on the same data and leaves the first running', async () => {
    const database = await start();
    await expect(startEmbeddedPostgres({ dataDir, log: () => undefined })).rejects.toThrow(/already runs/);
    expect(await query(database.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('starts after the application was killed and the database orphaned', async () => {
    const { app, url, pid } = await startElsewhere();
    await query(url, 'create table kept as select 2 as n');
    app.kill('SIGKILL');
    await once(app, 'exit');
    expect(clusterProcesses(join(dataDir, 'pg18', 'data'))).toContain(pid);
    const lines: string[] = [];
    const database = await start((line) => lines.push(line));
    expect(lines.join()).toMatch(/left running/);
    expect(await query(database.url, 'select n from kept')).toEqual([{ n: 2 }]);
  });

  it('starts after the application and the orphaned database were both killed', async () => {
    const { app, url, pid } = await startElsewhere();
    await query(url, 'create table kept as select 3 as n');
    app.kill('SIGKILL');
    await once(app, 'exit');
    process.kill(pid, 'SIGKILL');
    const database = await start();
    expect(await query(database.url, 'select n from kept')).toEqual([{ n: 3 }]);
  });

  it('is not started from a copy that was made while it ran, but from one made after it stopped', async () => {
    const database = await start();
    const [original, copy] = [dataDir, `${dataDir} copy`];
    spawnSync('cp', ['-a', original, copy]);
    dataDir = copy;
    await expect(start()).rejects.toThrow(/made while the original was running.*npm run backup/);
    dataDir = original;
    await query(database.url, 'create table kept as select 5 as n');
    await stop(database);
    rmSync(copy, { recursive: true });
    spawnSync('cp', ['-a', original, copy]);
    dataDir = copy;
    const copied = await start();
    expect(await query(copied.url, 'select n from kept')).toEqual([{ n: 5 }]);
    await stop(copied);
    dataDir = original;
  });

  it('starts when postmaster.pid names an unrelated living process', async () => {
    const first = await start();
    await stop(first);
    writeFileSync(
      join(dataDir, 'pg18', 'data', 'postmaster.pid'),
      `${process.pid}\n${join(dataDir, 'pg18', 'data')}\n0\n1\n\n127.0.0.1\n\nready   \n`,
    );
    const second = await start();
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('takes another port when its last one is in use', async () => {
    const first = await start();
    await stop(first);
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(squatter, 'listening');
    const second = await start();
    squatter.close();
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
  });

  it('creates the cluster again when the first start was killed half-way', async () => {
    mkdirSync(join(dataDir, 'pg18.new-half', 'data'), { recursive: true });
    writeFileSync(join(dataDir, 'pg18.new-half', 'data', 'PG_VERSION'), '18\n');
    await start();
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  it.each(['files', 'keys'])('is not created beside %s of a database that is missing', async (folder) => {
    mkdirSync(join(dataDir, folder), { recursive: true });
    writeFileSync(join(dataDir, folder, 'something'), '');
    await expect(start()).rejects.toThrow(/database is missing.*is not empty.*npm run restore/);
    expect(readdirSync(dataDir)).toEqual([folder]);
  });

  it('hides passwords from other users of the machine', async () => {
    await start();
    for (const name of ['quayside_super.password', 'quayside_owner.password']) {
      expect(statSync(join(dataDir, 'pg18', name)).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(dataDir, 'pg18', name), 'utf8').length).toBeGreaterThanOrEqual(32);
    }
  });

  it.skipIf(process.getuid?.() !== 0)(
    'lives in /var/lib/quayside if its user cannot enter the data folder, and is not shared by a copy',
    async () => {
      mkdirSync(dataDir);
      chmodSync(dirname(dataDir), 0o700);
      const lines: string[] = [];
      const first = await start((line) => lines.push(line));
      const base = dirname(first.home);
      try {
        expect(base).toMatch(/^\/var\/lib\/quayside\/[0-9a-f]{16}$/);
        expect(readFileSync(join(dataDir, 'database-place'), 'utf8').trim()).toBe(base);
        expect(lines.join()).toContain(base);
        await query(first.url, 'create table kept as select 4 as n');
        await stop(first);
        const original = dataDir;
        dataDir = `${original} moved`;
        cpSync(original, dataDir, { recursive: true });
        await expect(start()).rejects.toThrow(/is a copy/);
        rmSync(original, { recursive: true });
        const moved = await start();
        expect(await query(moved.url, 'select n from kept')).toEqual([{ n: 4 }]);
        await stop(moved);
        rmSync(base, { recursive: true });
        await expect(start()).rejects.toThrow(`database is missing: it should be in ${base}`);
        expect(existsSync(base)).toBe(false);
      } finally {
        for (const database of running) await stop(database);
        rmSync(base, { recursive: true, force: true });
      }
    },
  );
});
