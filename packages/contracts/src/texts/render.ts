import { grouped } from '@quayside/domain/money/money';
import type { Param, Text } from './catalogue.ts';
import type { Language } from './languages.ts';

/** The language and the catalogues from which a text is rendered. */
export interface Words {
  readonly language: Language;
  /** The catalogue of the language, followed by the fallbacks. The first one that has a text provides it. */
  readonly catalogues: readonly Readonly<Record<string, string | undefined>>[];
}

/** British English lists without a comma before "and". */
const LIST_LOCALE: Readonly<Record<Language, string>> = { en: 'en-GB', 'zh-CN': 'zh-CN' };

/**
 * Renders a text as a string. If no catalogue has the code, for example because a newer version wrote it, returns the
 * code.
 */
export function render(text: Text, words: Words): string {
  const { code, params = {} } = text;
  const keys =
    typeof params['count'] === 'number'
      ? [`${code}_${pluralOf(params['count'], words)}`, `${code}_other`, code]
      : [code];
  const template = templateOf(keys, words) ?? code;
  // A page has hundreds of reasons why something is not allowed, and hardly any of them has a value.
  if (!template.includes('{{')) return template;
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const param = params[name] ?? '';
    return name === 'count' && typeof param === 'number' ? grouped(String(param)) : shown(param, words);
  });
}

function templateOf(keys: readonly string[], { catalogues }: Words): string | undefined {
  for (const catalogue of catalogues) {
    const key = keys.find((one) => catalogue[one] !== undefined);
    if (key !== undefined) return catalogue[key];
  }
  return undefined;
}

const PLURALS = new Map<Language, Intl.PluralRules>();
/** The form of a number in a language. The rules of a language are slow to create, and never change. */
function pluralOf(count: number, { language }: Words): Intl.LDMLPluralRule {
  const rules = PLURALS.get(language) ?? new Intl.PluralRules(language);
  PLURALS.set(language, rules);
  return rules.select(count);
}

function shown(param: Param, words: Words): string {
  if (typeof param === 'string') return param;
  if (typeof param === 'number') return String(param);
  if (isList(param))
    return new Intl.ListFormat(LIST_LOCALE[words.language], { type: 'conjunction' }).format(
      param.map((text) => render(text, words)),
    );
  return render(param, words);
}
const isList = (param: Param): param is readonly Text[] => Array.isArray(param);
