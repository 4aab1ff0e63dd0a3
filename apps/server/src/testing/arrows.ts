import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The contents of source files, by their paths from the repository's root. */
export type SourceTree = ReadonlyMap<string, string>;

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
const PACKAGES = ['packages/domain/', 'packages/contracts/', 'apps/server/', 'apps/web/'];
const TOP = ['main.ts', 'compose.ts', 'open-file-store.ts', 'app.ts', 'adapters', 'areas'];
/** The files that choose adapters. */
const CHOOSERS = ['compose.ts', 'open-file-store.ts'];
/** What each folder of the server must not import. */
const SERVER_FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  'compose.ts': ['main.ts'],
  'open-file-store.ts': ['main.ts', 'compose.ts', 'app.ts', 'areas', 'http', 'db'],
  'app.ts': ['main.ts', ...CHOOSERS, 'adapters'],
  areas: ['main.ts', ...CHOOSERS, 'app.ts', 'adapters'],
  adapters: ['main.ts', ...CHOOSERS, 'app.ts', 'areas', 'http'],
  http: TOP,
  db: TOP,
  events: TOP,
  files: [...TOP, 'http', 'jobs'],
  account: [...TOP, 'events', 'jobs', 'mail'],
  remembered: [...TOP, 'http', 'events', 'jobs', 'mail'],
  jobs: [...TOP, 'mail'],
  mail: [...TOP, 'http'],
  ports: [...TOP, 'http', 'db', 'events', 'jobs'],
  tables: [...TOP, 'http', 'db', 'events', 'jobs', 'ports'],
  'config.ts': [...TOP, 'http', 'db', 'events', 'jobs', 'ports'],
};
/** The file that lists all areas in their order. Unlike an area, it may import any file of any area. */
const LIST_OF_AREAS = 'all.ts';
const WHAT_AN_AREA_IS = 'area.ts';
/** What an area lets all others read of its tables, also those to its left. It knows nothing but the database. */
const FACTS = 'facts.ts';
const WEB_ORDER = ['lib', 'components', 'features', 'app'];

/** Reads all TypeScript sources of the four packages. */
export function readSourceTree(root: string): SourceTree {
  const files = PACKAGES.filter((folder) => existsSync(join(root, folder, 'src'))).flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}src/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.tsx?$/.test(name)),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Reads from each package.json which packages the sources may import. */
export function readDependencies(root: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    PACKAGES.map((folder) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>;
      };
      return [folder, Object.keys(dependencies)];
    }),
  );
}

/**
 * Finds every forbidden import, as "file -> target: why". `areas` are the names of the areas in their order: an area
 * may import those before it.
 */
export function wrongArrows(
  tree: SourceTree,
  dependencies: ReadonlyMap<string, readonly string[]>,
  areas: readonly string[],
): string[] {
  return [...tree].flatMap(([file, source]) =>
    importsOf(source).flatMap((specifier) => {
      const why = specifier.startsWith('.')
        ? wrongRelative(file, posix.join(posix.dirname(file), specifier), areas)
        : wrongPackage(file, specifier, dependencies);
      return why === undefined ? [] : [`${file} -> ${specifier}: ${why}`];
    }),
  );
}

const IMPORT = new RegExp(
  [
    /^\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]/,
    /^\s*import\s*['"]([^'"]+)['"]/,
    /\bimport\(\s*['"]([^'"]+)['"]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** Finds all imports of a file, including those of types and dynamic ones. */
export function importsOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, from, alone, dynamic]) => from ?? alone ?? dynamic ?? '');
}

function wrongPackage(
  file: string,
  specifier: string,
  dependencies: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  if (isTest(file)) return undefined;
  const folder = PACKAGES.find((name) => file.startsWith(name)) ?? '';
  if (specifier.startsWith('node:')) return folder === 'apps/server/' ? undefined : 'only the server may use Node';
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return dependencies.get(folder)?.includes(name) ? undefined : `${folder}package.json does not list ${name}`;
}

function wrongRelative(file: string, target: string, areas: readonly string[]): string | undefined {
  const folder = PACKAGES.find((name) => file.startsWith(name)) ?? '';
  if (!target.startsWith(folder)) return 'leaves its package';
  if (isTest(file)) return undefined;
  if (target.includes('/testing/')) return 'only tests use testing/';
  if (file.startsWith(SERVER)) return wrongInServer(file.slice(SERVER.length), target.slice(SERVER.length), areas);
  if (file.startsWith(WEB)) return wrongInWeb(file.slice(WEB.length), target.slice(WEB.length));
  return undefined;
}

function wrongInServer(file: string, target: string, areas: readonly string[]): string | undefined {
  const [from = '', area] = file.split('/');
  const [to = '', otherArea, ...rest] = target.split('/');
  if (to === 'adapters' && ![...CHOOSERS, 'adapters'].includes(from)) return 'only compose.ts chooses adapters';
  if (SERVER_FORBIDDEN[from]?.includes(to)) return `${from} must not know ${to}`;
  if (file.endsWith(`/${FACTS}`) && to !== 'db' && !target.endsWith(`/${FACTS}`)) return 'facts know only the database';
  if (from !== 'areas' || to !== 'areas' || area === otherArea) return undefined;
  if (area === LIST_OF_AREAS) return undefined;
  if (otherArea === LIST_OF_AREAS) return 'an area knows the others by area.ts, not by their list';
  if (otherArea === WHAT_AN_AREA_IS) return undefined;
  if (rest.join('/') === FACTS) return undefined;
  if (rest.join('/') !== 'public.ts')
    return 'another area is asked through its public.ts, and read through its facts.ts';
  return areas.indexOf(otherArea ?? '') < areas.indexOf(area ?? '')
    ? undefined
    : `${area} may ask only the areas to its left, record an event instead`;
}

function wrongInWeb(file: string, target: string): string | undefined {
  const [from = '', feature] = file.split('/');
  const [to = '', otherFeature] = target.split('/');
  if (from === 'features' && to === 'features' && feature !== otherFeature) return 'features do not know each other';
  const [rank, otherRank] = [WEB_ORDER.indexOf(from), WEB_ORDER.indexOf(to)];
  return rank >= 0 && otherRank > rank ? `${from} must not know ${to}` : undefined;
}

/** Whether a file is a test or a helper of tests. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/');
}
