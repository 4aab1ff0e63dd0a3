// Formats all files.
import { tools } from './lib/paths.mjs';
import { runNode } from './lib/processes.mjs';

process.exitCode = (await runNode([tools.biome, 'format', '--write', '.'])).code;
