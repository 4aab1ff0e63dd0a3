// Lists the texts that a language has no words for; English stands in for them.
import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './lib/paths.mjs';

const WHERE = ['packages/contracts/src/texts', 'apps/web/src/i18n'];

/** The words of a folder by their path: file, then the keys in it. */
async function wordsIn(folder) {
  const words = new Map();
  if (!existsSync(folder)) return words;
  const collect = (tree, path) => {
    for (const [key, value] of Object.entries(tree))
      if (typeof value === 'string') words.set(`${path}.${key}`, value);
      else collect(value, `${path}.${key}`);
  };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'words.ts')) {
    const module = await import(pathToFileURL(`${folder}/${file}`).href);
    for (const tree of Object.values(module)) collect(tree, file.replace('.ts', ''));
  }
  return words;
}

for (const where of WHERE) {
  const folder = fromRoot(where);
  const english = await wordsIn(`${folder}/en`);
  const languages = readdirSync(folder, { withFileTypes: true }).filter(
    (one) => one.isDirectory() && one.name !== 'en',
  );
  for (const { name } of languages) {
    const own = await wordsIn(`${folder}/${name}`);
    const missing = [...english.keys()].filter((key) => !own.has(key));
    process.stdout.write(`${where}/${name}: ${own.size} of ${english.size} texts, ${missing.length} missing\n`);
    for (const key of missing) process.stdout.write(`  ${key}: ${english.get(key)}\n`);
  }
}
