// The door to every command: `node scripts/run.mjs <start|dev|test|check|...>`.
// Brings Node 24 and the packages where they are missing, then runs scripts/<command>.mjs with Node 24.
// Uses nothing but what an old Node (12.20 and later) can read, and no package.
import { spawn, spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { existsSync, readFileSync, writeFileSync } from 'fs';
import { delimiter, dirname, join } from 'path';
import { fileURLToPath } from 'url';
import { SERVER_FLAGS } from './lib/server-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const WANTED = 24;
const NODE_FOLDER = join(root, 'tools', 'node24');
// npm hands its own settings down as npm_*; a nested npm would take them for its own. Only these say how to reach a
// registry.
const KEPT = /^npm_config_(registry|cafile|ca|proxy|https?_proxy|noproxy|strict_ssl|cache|userconfig|.*registry)$/i;

function main() {
  const command = process.argv[2] || '';
  const script = join(root, 'scripts', command + '.mjs');
  if (!/^[a-z][a-z-]*$/.test(command) || command === 'run' || !existsSync(script)) {
    stop('Usage: node scripts/run.mjs <start|dev|test|check|format|db-types|...>');
  }
  const env = cleanEnvironment();
  const jobs = [];
  const isOld = Number(process.versions.node.split('.')[0]) < WANTED;
  if (isOld && (!isFresh(NODE_FOLDER) || !existsSync(ownNode()))) jobs.push(bringNode);
  if (!isFresh(root)) jobs.push(bringPackages);
  // `start` builds the web pages afterwards and counts that as the last step.
  const steps = jobs.length + (command === 'start' && jobs.length > 0 ? 1 : 0);
  jobs.forEach(function (job, i) {
    job(env, 'Setting up (' + (i + 1) + '/' + steps + '): ');
  });
  if (isOld) putFirst(env, dirname(ownNode()));
  if (jobs.length > 0) env.QUAYSIDE_SETUP_STEP = steps + '/' + steps;
  // The bench starts servers with the flags that it has itself.
  const flags = command === 'start' || command === 'bench' ? SERVER_FLAGS : [];
  hand(isOld ? ownNode() : process.execPath, flags.concat([script], process.argv.slice(3)), env);
}

/** Node 24 from npm, locked, in a folder of its own. */
function bringNode(env, heading) {
  say(heading + 'Node 24, because this machine has ' + process.version + ' (about 50 MB, only this once) ...');
  npm(NODE_FOLDER, env, undefined);
  const version = existsSync(ownNode()) ? spawnSync(ownNode(), ['--version'], { encoding: 'utf8' }).stdout || '' : '';
  if (version.indexOf('v' + WANTED + '.') !== 0) {
    stop(
      'There is no Node 24 on npm for this machine (' +
        process.platform +
        ', ' +
        process.arch +
        ').\nInstall Node 24 or newer from https://nodejs.org and run this again.',
    );
  }
  markFresh(NODE_FOLDER);
}

/** Everything that package-lock.json names. */
function bringPackages(env, heading) {
  say(heading + 'the packages (under a minute, only when they changed) ...');
  const withNode = Object.assign({}, env);
  const old = Number(process.versions.node.split('.')[0]) < WANTED;
  if (old) putFirst(withNode, dirname(ownNode()));
  npm(root, withNode, old ? ownNode() : process.execPath);
  markFresh(root);
}

/**
 * `npm ci`, quiet unless it fails. Development packages too, whatever NODE_ENV says: they build the web pages and run
 * the tests.
 */
function npm(folder, env, node) {
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefer-offline',
  ];
  const own = process.env.npm_execpath;
  const viaNode = own && /npm-cli\.c?js$/.test(own) && existsSync(own);
  const result = viaNode
    ? spawnSync(node || process.execPath, [own].concat(args), {
        cwd: folder,
        env: env,
        encoding: 'utf8',
        maxBuffer: 1e8,
      })
    : spawnSync(isWindows ? 'npm.cmd' : 'npm', args, {
        cwd: folder,
        env: env,
        encoding: 'utf8',
        shell: isWindows,
        maxBuffer: 1e8,
      });
  if (result.status === 0) return;
  if (result.error && result.error.code === 'ENOENT')
    stop('npm was not found. Install it (it comes with Node) and run this again.');
  if (result.signal) stop('Interrupted.');
  process.stderr.write((result.stdout || '') + (result.stderr || ''));
  stop(
    'The packages could not be installed; npm says why above.\nThe first start needs the network (or a registry named by npm_config_registry); later starts do not.',
  );
}

/** What was installed is what the lock names, on this kind of machine. */
function isFresh(folder) {
  const stamp = readText(stampFile(folder));
  if (stamp !== undefined) return stamp === stampOf(folder);
  // Installed by hand with `npm ci`: npm's own record of what lies there will do.
  if (!hasAllOf(folder)) return false;
  markFresh(folder);
  return true;
}

function hasAllOf(folder) {
  try {
    const wanted = JSON.parse(readText(join(folder, 'package-lock.json'))).packages;
    const there = JSON.parse(readText(join(folder, 'node_modules', '.package-lock.json'))).packages;
    return Object.keys(wanted).every(function (name) {
      const one = wanted[name];
      if (name.indexOf('node_modules/') === -1 || one.optional || one.devOptional || one.peer) return true;
      return there[name] !== undefined && there[name].version === one.version;
    });
  } catch {
    return false;
  }
}

function markFresh(folder) {
  try {
    writeFileSync(stampFile(folder), stampOf(folder));
  } catch {
    // A checkout that only root may write to: compared the long way next time.
  }
}

function stampFile(folder) {
  return join(folder, 'node_modules', '.quayside-stamp');
}

function stampOf(folder) {
  const lock = readText(join(folder, 'package-lock.json')) || '';
  return createHash('sha256').update(lock).digest('hex') + ' ' + process.platform + '-' + process.arch + '\n';
}

function ownNode() {
  return join(NODE_FOLDER, 'node_modules', '.bin', isWindows ? 'node.exe' : 'node');
}

function cleanEnvironment() {
  const env = {};
  Object.keys(process.env).forEach(function (name) {
    if (!/^npm_/i.test(name) || KEPT.test(name)) env[name] = process.env[name];
  });
  return env;
}

function putFirst(env, folder) {
  const name = Object.keys(env).filter((key) => key.toUpperCase() === 'PATH')[0] || 'PATH';
  env[name] = folder + (env[name] ? delimiter + env[name] : '');
}

/**
 * Runs the command, passes signals on and ends as it ends. If we are killed, the channel closes and the command ends
 * itself.
 */
function hand(node, args, env) {
  const child = spawn(node, args, { cwd: root, env: env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  ['SIGTERM', 'SIGHUP', 'SIGINT'].forEach(function (name) {
    process.on(name, function () {
      // Ctrl-C in a terminal reaches the whole group by itself; twice would mean "at once" to some programs.
      if (!(name === 'SIGINT' && process.stdin.isTTY)) child.kill(name);
    });
  });
  endWithNpm(function () {
    child.kill('SIGTERM');
  });
  child.on('error', function (error) {
    stop('Node could not be started: ' + error.message);
  });
  child.on('exit', function (code, signal) {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exit(code === null ? 1 : code);
  });
}

/**
 * npm passes no signal on beyond the shell that it starts us with, and a killed npm passes none at all: its end is ours
 * too.
 */
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event || isWindows) return;
  const before = starters();
  const timer = setInterval(function () {
    if (starters() === before) return;
    clearInterval(timer);
    end();
  }, 300);
  timer.unref();
}

/** Our parent, and npm behind it when the parent is npm's shell. */
function starters() {
  const parent = process.ppid;
  const command = readText('/proc/' + parent + '/cmdline') || '';
  if (command.indexOf('scripts/run.mjs') === -1) return String(parent);
  const stat = readText('/proc/' + parent + '/stat') || '';
  return parent + ' ' + stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function say(line) {
  process.stdout.write(line + '\n');
}

function stop(line) {
  process.stderr.write(line + '\n');
  process.exit(1);
}

main();
