/** The available languages. The first one is complete and is the fallback for missing texts. */
export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in the language itself, as a person chooses it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文' };

/**
 * Finds the available language for a language tag of a browser: `zh`, `zh-Hans-SG` and `zh-CN` all mean Simplified
 * Chinese.
 */
function languageOfTag(tag: string): Language | undefined {
  const [language, ...rest] = tag.toLowerCase().split('-');
  if (language === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? undefined : 'zh-CN';
  return LANGUAGES.find((known) => known === language);
}

/** Finds the language with this code; undefined if it is not available (any more). */
export const languageNamed = (name: string | null): Language | undefined => LANGUAGES.find((known) => known === name);

/** Finds the first available language of a list in order of preference; English if none is available. */
export function chooseLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageOfTag(tag.trim());
    if (language) return language;
  }
  return 'en';
}

/** Finds the best available language for an Accept-Language header; English if none is available. */
export function languageOfHeader(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [tag = '', ...options] = item.split(';');
      const quality = options.map((option) => /^\s*q=([\d.]+)\s*$/i.exec(option)?.[1]).find((q) => q !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    });
  return chooseLanguage(
    wanted
      .filter(({ quality }) => quality > 0)
      .toSorted((a, b) => b.quality - a.quality)
      .map(({ tag }) => tag),
  );
}
