// Rewrites every file in the house style.
import { tools } from './lib/paths.mjs';
import { runNode } from './lib/processes.mjs';

process.exitCode = (await runNode([tools.biome, 'format', '--write', '.'])).code;
