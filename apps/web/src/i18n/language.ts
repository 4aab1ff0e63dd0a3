import { chooseLanguage, type Language } from '@quayside/contracts/texts/languages';
import { app } from '../lib/kept/kept-state.ts';
import { addTexts, i18n } from './i18n.ts';
import { setRuleWords } from './rule-words.ts';

interface LanguageWords {
  /** The strings of a language by area, in the format of i18next. */
  readonly areas: Readonly<Record<string, object>>;
  readonly rules: Readonly<Record<string, string | undefined>>;
}

/** English is in the bundle. Other languages are loaded on demand. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ words: LanguageWords }>>> = {
  'zh-CN': () => import('./zh-cn/words.ts'),
};

/** The language that the app currently shows. */
export const currentLanguage = (): Language => chooseLanguage([i18n.language]);

/** Loads a language and switches the app to it. */
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

/** Switches the app to a language and stores the choice in this browser. */
export async function chooseScreenLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  app.update((now) => ({ ...now, language }));
}

/** The language that was chosen in this browser or, if none was chosen, the language of the browser itself. */
export const browserLanguage = (): Language => app.get().language ?? chooseLanguage(navigator.languages);

/**
 * Called before the first render. Uses the language of the person who was signed in last, otherwise that of the
 * browser.
 */
export async function startLanguage(own: Language | null = null): Promise<void> {
  const language = own ?? browserLanguage();
  // If the strings cannot be loaded, continue in English, because sign-in must still work.
  if (language !== 'en') await showLanguage(language).catch(() => undefined);
}
