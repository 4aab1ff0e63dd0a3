import { parseSync } from 'vite';
import { isTest, type SourceTree } from './arrows.ts';

/** The strings in the product's source files with which texts are looked up. */
export interface Mentions {
  readonly literals: ReadonlySet<string>;
  /** The literals among the arguments of `t` and `text`, which look up texts of the screens. */
  readonly lookedUp: ReadonlySet<string>;
  /** The template strings, each as a pattern that allows any text between its fixed parts. */
  readonly templates: readonly RegExp[];
  /** The strings with which a whole group of texts is looked up (`returnObjects`). */
  readonly groups: readonly RegExp[];
}

/** The files that define texts. Defining a text does not count as using it. */
const DEFINES_TEXTS = /\/i18n\/(en|zh-cn)\/|\/texts\/(en|zh-cn)\b|\/contracts\/src\/errors\.ts$/;
/** Parts of the syntax whose strings do not look up texts: types, names of modules, and lists of a call's refusals. */
const NO_LOOK_UP = /^(TS(?!As|Satisfies|NonNull)|Import(?!Expr)|ExportAll|ExportNamed$)/;
/** The names of the functions that look up texts of the screens. */
const LOOK_UPS: ReadonlySet<unknown> = new Set(['t', 'text']);
/** The suffixes that i18next adds to a key. */
const PLURAL = /_(zero|one|other)$/;

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nameOf = (value: unknown): unknown => (isNode(value) ? (value['name'] ?? value['value']) : undefined);

/** Finds the strings by which the sources of the product, without its tests, look up texts. */
export function mentionsIn(tree: SourceTree): Mentions {
  const literals = new Set<string>();
  const lookedUp = new Set<string>();
  const templates = new Map<string, RegExp>();
  const groups = new Map<string, RegExp>();
  const visit = (value: unknown, isArgument = false): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, isArgument);
    if (!isNode(value) || NO_LOOK_UP.test(value.type) || isListOfRefusals(value)) return;
    if (value.type === 'TemplateLiteral') {
      const pattern = patternOf(value);
      if (pattern) templates.set(pattern.source, pattern);
    } else if (typeof value['value'] === 'string' && value.type === 'Literal') {
      literals.add(value['value']);
      if (isArgument) lookedUp.add(value['value']);
    }
    const group = groupOf(value);
    if (group) groups.set(group.source, group);
    const isLookUp = value.type === 'CallExpression' && LOOK_UPS.has(nameOf(value['callee']));
    for (const [part, inner] of Object.entries(value))
      if (part !== 'type')
        visit(inner, value.type === 'CallExpression' ? isLookUp && part === 'arguments' : isArgument);
  };
  for (const [file, source] of tree)
    if (!isTest(file) && !DEFINES_TEXTS.test(file)) visit(parseSync(file, source).program.body);
  return { literals, lookedUp, templates: [...templates.values()], groups: [...groups.values()] };
}

/** In the contract of a call, `errors: ['conflict_version']` only declares a refusal and does not look up its text. */
function isListOfRefusals({ type, key, value }: Node): boolean {
  if (type !== 'Property' || nameOf(key) !== 'errors' || !isNode(value)) return false;
  const { elements } = value;
  return Array.isArray(elements) && elements.every((one: unknown) => isNode(one) && one.type === 'Literal');
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The texts that a string or template string can produce; undefined for a template with too few fixed parts. */
function patternOf({ type, quasis, value }: Node): RegExp | undefined {
  if (type === 'Literal') return typeof value === 'string' ? new RegExp(`^${escape(value)}$`) : undefined;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined;
  const parts = quasis.map((one: { value: { raw: string } }) => one.value.raw);
  const fixed = parts.join('');
  if (!/[a-z]{2}/i.test(fixed) || (parts.length > 1 && !/[.:]/.test(fixed)) || /[\s/<]/.test(fixed)) return undefined;
  return new RegExp(`^${parts.map(escape).join(String.raw`[\w.:-]*`)}$`);
}

/** The first argument of a call that looks up a whole group of texts. */
function groupOf({ type, arguments: args }: Node): RegExp | undefined {
  if (type !== 'CallExpression' || !Array.isArray(args)) return undefined;
  const [first, options]: unknown[] = args;
  const properties = isNode(options) && Array.isArray(options['properties']) ? options['properties'] : [];
  const isGroup = properties.some((one: unknown) => isNode(one) && nameOf(one['key']) === 'returnObjects');
  return isGroup && isNode(first) ? patternOf(first) : undefined;
}

/**
 * Finds those of these texts that no string of the source files can look up. Keys of the area `common` are looked up
 * without the name of the area. A key that is a single word, such as `add`, counts only as an argument of a look-up.
 */
export function unusedWords(keys: readonly string[], { literals, lookedUp, templates, groups }: Mentions): string[] {
  const isMatched = (key: string, patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(key));
  const isUsed = (key: string): boolean => {
    const isCommonWord = /^common:\w+$/.test(key);
    const name = key.replace(/^common:/, '');
    return (
      (isCommonWord ? lookedUp : literals).has(name) ||
      isMatched(name, templates) ||
      groupsOf(name).some((group) => isMatched(group, groups))
    );
  };
  return keys.filter((key) => !isUsed(key) && !isUsed(key.replace(PLURAL, '')));
}

/** The groups that contain a text: `products:bulk` and `products:bulk.fields` for `products:bulk.fields.sku`. */
const groupsOf = (key: string): string[] => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index));
