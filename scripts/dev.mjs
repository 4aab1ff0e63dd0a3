// Runs server and web pages for development: when a file changes, the server restarts and the pages reload.
import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { freePort } from '../apps/server/src/db/embedded/postmaster.ts';
import { fromRoot, root } from './lib/paths.mjs';
import { endWithParent } from './lib/processes.mjs';

endWithParent();
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const apiPort = await freePort();
const target = `http://127.0.0.1:${apiPort}`;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', fromRoot('apps/server/src/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { PUBLIC_URL: `http://${host}:${port}`, ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
});
const pages = await createServer({
  root: fromRoot('apps/web'),
  server: { host, port, strictPort: true, proxy: { '/api': target, '/health': target } },
});
await pages.listen();
console.log(`Open http://${host}:${port}; pages reload when a file changes (the API server is ${target}).`);

let isEnding = false;
const end = async () => {
  if (isEnding) return;
  isEnding = true;
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await new Promise((done) => server.once('exit', done));
  }
  await pages.close();
  process.exit();
};
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => void end());
server.on('exit', () => void end());
