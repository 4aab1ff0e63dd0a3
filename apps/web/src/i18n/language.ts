import { chooseLanguage, type Language } from '@quayside/contracts/texts/languages';
import { app } from '../lib/kept-state.ts';
import { addTexts, i18n } from './i18n.ts';
import { setRuleWords } from './rule-words.ts';

interface LanguageWords {
  /** The texts of a language by area, in the shape of i18next resources. */
  readonly areas: Readonly<Record<string, object>>;
  readonly rules: Readonly<Record<string, string | undefined>>;
}

/** Other languages are loaded on demand; English is part of the bundle. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ words: LanguageWords }>>> = {
  'zh-CN': () => import('./zh-cn/words.ts'),
};

/** The language of the screen. */
export const currentLanguage = (): Language => chooseLanguage([i18n.language]);

/** Switches the language of the screen. */
export async function showLanguage(language: Language): Promise<void> {
  if (language === 'en') setRuleWords(language, {});
  else {
    const { words } = await LOADERS[language]();
    addTexts(words.areas, language);
    setRuleWords(language, words.rules);
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Switches the language and stores the choice in this browser. */
export async function chooseScreenLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  app.update((now) => ({ ...now, language }));
}

/** The language chosen in this browser, else the browser's own. */
export const browserLanguage = (): Language => app.get().language ?? chooseLanguage(navigator.languages);

/** Called before the first render: uses the language of the last signed-in person, else that of the browser. */
export async function startLanguage(own: Language | null = null): Promise<void> {
  const language = own ?? browserLanguage();
  // If the texts cannot be loaded, continue in English: sign-in must still work.
  if (language !== 'en') await showLanguage(language).catch(() => undefined);
}
