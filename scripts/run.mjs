// The entry point of every command: `node scripts/run.mjs <start|dev|test|check|...>`.
// Installs Node 24 and the packages if they are missing, then runs scripts/<command>.mjs with Node 24.
// It uses only syntax and modules of Node 12.20, and no package, because it also runs on an old Node.
import { spawn, spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { existsSync, readFileSync, writeFileSync } from 'fs';
import { delimiter, dirname, join } from 'path';
import { fileURLToPath } from 'url';
import { SERVER_FLAGS, SERVER_MEMORY } from './lib/server-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const WANTED = 24;
/** How often an installation is repeated while another one runs in the same folder. */
const INSTALL_TRIES = 4;
const NODE_FOLDER = join(root, 'tools', 'node24');
// npm passes its settings to this script as npm_* variables, and a nested npm would apply them. Keep only those that a
// connection to the registry needs.
const KEPT = /^npm_config_(registry|cafile|ca|proxy|https?_proxy|noproxy|strict_ssl|cache|userconfig|.*registry)$/i;

function main() {
  const command = process.argv[2] || '';
  const script = join(root, 'scripts', command + '.mjs');
  if (!/^[a-z][a-z-]*$/.test(command) || command === 'run' || !existsSync(script)) {
    stop('Usage: node scripts/run.mjs <start|dev|test|check|format|db-types|...>');
  }
  let env = cleanEnvironment();
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
  // The bench passes its own flags and settings to the servers that it starts, so it needs these too.
  const isServer = command === 'start' || command === 'bench';
  const flags = isServer ? SERVER_FLAGS : [];
  if (isServer) env = Object.assign({}, SERVER_MEMORY, env);
  hand(isOld ? ownNode() : process.execPath, flags.concat([script], process.argv.slice(3)), env);
}

/** Installs Node 24 from npm, at the locked version, in a separate folder. */
function bringNode(env, heading) {
  say(heading + 'Node 24, because this machine has ' + process.version + ' (about 50 MB, only once) ...');
  npm(NODE_FOLDER, env, undefined, INSTALL_TRIES);
  const version = existsSync(ownNode()) ? spawnSync(ownNode(), ['--version'], { encoding: 'utf8' }).stdout || '' : '';
  if (version.indexOf('v' + WANTED + '.') !== 0) {
    stop(
      'npm offers no Node 24 for this machine (' +
        process.platform +
        ', ' +
        process.arch +
        ').\nInstall Node 24 or newer from https://nodejs.org and run this again.',
    );
  }
  markFresh(NODE_FOLDER);
}

/** Installs everything that package-lock.json names. */
function bringPackages(env, heading) {
  say(heading + 'the packages (under a minute, only when they changed) ...');
  const withNode = Object.assign({}, env);
  const old = Number(process.versions.node.split('.')[0]) < WANTED;
  if (old) putFirst(withNode, dirname(ownNode()));
  npm(root, withNode, old ? ownNode() : process.execPath, INSTALL_TRIES);
  markFresh(root);
}

/**
 * Runs `npm ci`, quiet unless it fails. It installs development packages even if NODE_ENV is production, because they
 * build the web pages and run the tests. `triesLeft`: how often to repeat it while another installation is running.
 */
function npm(folder, env, node, triesLeft) {
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
  const said = (result.stdout || '') + (result.stderr || '');
  // When a start was killed, its npm continues for a while and writes into the folder that this npm is emptying.
  if (/ENOTEMPTY|EEXIST/.test(said) && triesLeft > 0) {
    say('Another installation in this folder is still running: trying again in ten seconds ...');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10000);
    return npm(folder, env, node, triesLeft - 1);
  }
  process.stderr.write(said);
  stop(
    'The packages could not be installed; see the output of npm above.\n' +
      'The first start needs the network (or a registry that npm_config_registry names); later starts do not.',
  );
}

/** Whether the installed packages are those of the lock file, for this platform. */
function isFresh(folder) {
  const stamp = readText(stampFile(folder));
  if (stamp !== undefined) return stamp === stampOf(folder);
  // After a manual `npm ci` there is no stamp: compare with npm's own record of the installed packages.
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
    // The checkout is not writable: the next run compares the packages again.
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
 * Runs the command, forwards signals to it, and exits with its exit code or signal. If this process is killed, the IPC
 * channel closes and the command ends itself.
 */
function hand(node, args, env) {
  const child = spawn(node, args, { cwd: root, env: env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  ['SIGTERM', 'SIGHUP', 'SIGINT'].forEach(function (name) {
    process.on(name, function () {
      // In a terminal, Ctrl-C already reaches the whole process group; some programs abort immediately on a second one.
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
 * Ends the command when npm ends. npm sends signals only to the shell in which it runs this script, and a killed npm
 * sends none.
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

/** The ids of the processes that started this one: the parent and, if the parent is the shell of npm, also npm. */
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
