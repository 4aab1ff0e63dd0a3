import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { clusterProcesses } from './db/embedded/processes.ts';
import { childEnv } from './testing/child-env.ts';
import { createDataFolder } from './testing/own-server.ts';
import { serverProgram } from './bundle/server-program.ts';
import { steadyPort } from './testing/steady-port.ts';

let folder: string;
let dataDir: string;
let port: number;
let started: ChildProcess[];

// Both tests use one data folder.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-stop-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  await createDataFolder(dataDir);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
beforeEach(async () => {
  port = await steadyPort();
  started = [];
});
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
});

function startServer(stop: { readonly noticeSeconds: number; readonly seconds: number }) {
  const env = {
    ...childEnv(),
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: '0',
    STOP_NOTICE_SECONDS: String(stop.noticeSeconds),
    STOP_SECONDS: String(stop.seconds),
  };
  const child = spawn(process.execPath, [serverProgram()], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const exit = once(child, 'exit');
  const said = () => output;
  const ready = async () => {
    await expect.poll(said, { timeout: 90_000 }).toContain('is ready');
  };
  return { child, exit, output: said, ready };
}

/** Sends one request whose body never ends, on a connection that has already served another one. */
async function sendForEver(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000';
  socket.write(`POST /api/v2/gateway/authenticate HTTP/1.1\r\n${head}\r\n\r\n{`);
  const trickle = setInterval(() => socket.write(' '), 50);
  socket.on('close', () => clearInterval(trickle));
  return socket;
}

const PERSON = { email: 'ines@example.com', password: 'a long ferry crossing' };
const post = async (path: string, body: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
};

it('a stop warns first, then ends slow requests and the database, and then the process', async () => {
  const server = startServer({ noticeSeconds: 4, seconds: 1 });
  await server.ready();
  expect(await post('/auth/register/trial', { ...PERSON, firstName: 'Ines', lastName: 'Moreau' })).toBe(201);
  const slow = await sendForEver();
  server.child.kill('SIGTERM');
  const ask = () => fetch(`http://127.0.0.1:${port}/health/ready`);
  let answer = await ask();
  while (answer.status === 200) answer = await ask();
  expect([answer.headers.get('retry-after'), answer.headers.get('connection')]).toEqual(['5', 'close']);
  expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable', reason: 'http.stopping' });
  const [code] = await server.exit;
  expect([code, slow.destroyed]).toEqual([0, true]);
  expect(clusterProcesses(join(dataDir, 'pg18', 'data'))).toEqual([]);
  // A normal stop logs nothing, except that the web pages may be missing: in a first run, they are being built during
  // this test.
  const logged = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level"'));
  expect(logged.filter((line) => !line.includes('There is no built web app'))).toEqual([]);
}, 240_000);

it('a start finds what was stored before a stop, waits for one that is stopping, and is refused beside one that runs', async () => {
  const first = startServer({ noticeSeconds: 0, seconds: 120 });
  await first.ready();
  expect(await post('/gateway/authenticate', { userName: PERSON.email, password: PERSON.password })).toBe(200);
  const slow = await sendForEver();
  first.child.kill('SIGTERM');
  const second = startServer({ noticeSeconds: 0, seconds: 1 });
  await expect.poll(second.output, { timeout: 90_000 }).toContain('An earlier start is still stopping.');
  slow.destroy();
  await second.ready();
  const third = startServer({ noticeSeconds: 0, seconds: 1 });
  const [refused] = await third.exit;
  expect([refused, third.output()]).toEqual([1, expect.stringContaining(`port ${port} is in use`)]);
}, 240_000);
