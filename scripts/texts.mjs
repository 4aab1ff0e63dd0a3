// Lists the texts that are not translated into a language; English is their fallback.
import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './lib/paths.mjs';

const HOUSES = ['packages/contracts/src/texts', 'apps/web/src/i18n'];
const FEATURES = 'apps/web/src/features';
/** Files with English texts of a feature: `en.ts`, `en.shell.ts`. */
const ENGLISH = /^en(\.\w+)?\.ts$/;

/** Reads the texts of some files, by the name of the export and the path of keys in it. */
async function wordsIn(files) {
  const words = new Map();
  const collect = (tree, path) => {
    for (const [key, value] of Object.entries(tree))
      if (typeof value === 'string') words.set(`${path}.${key}`, value);
      else collect(value, `${path}.${key}`);
  };
  for (const file of files) {
    const module = await import(pathToFileURL(file).href);
    for (const [area, tree] of Object.entries(module)) collect(tree, area);
  }
  return words;
}

const filesIn = (folder, isWanted) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name !== 'words.ts' && isWanted(name))
        .map((name) => `${folder}/${name}`)
    : [];

function report(where, english, own) {
  const missing = [...english.keys()].filter((key) => !own.has(key));
  process.stdout.write(`${where}: ${own.size} of ${english.size} texts, ${missing.length} missing\n`);
  for (const key of missing) process.stdout.write(`  ${key}: ${english.get(key)}\n`);
}

const isSource = (name) => name.endsWith('.ts');
const languages = new Set();
for (const where of HOUSES) {
  const folder = fromRoot(where);
  const english = await wordsIn(filesIn(`${folder}/en`, isSource));
  const others = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory() && one.name !== 'en');
  for (const { name } of others) {
    languages.add(name);
    report(`${where}/${name}`, english, await wordsIn(filesIn(`${folder}/${name}`, isSource)));
  }
}
for (const feature of readdirSync(fromRoot(FEATURES))) {
  const folder = fromRoot(`${FEATURES}/${feature}/texts`);
  const english = await wordsIn(filesIn(folder, (name) => ENGLISH.test(name)));
  for (const language of languages)
    if (english.size > 0)
      report(
        `${FEATURES}/${feature}/${language}`,
        english,
        await wordsIn(filesIn(folder, (name) => name === `${language}.ts`)),
      );
}
