import { chooseLanguage, type Language } from '@quayside/contracts/texts/languages';
import { app } from '../lib/kept-state.ts';
import { addTexts, i18n } from './i18n.ts';
import { setRuleWords } from './rule-words.ts';

interface LanguageWords {
  /** By area, as i18next keeps them. */
  readonly areas: Readonly<Record<string, object>>;
  readonly rules: Readonly<Record<string, string | undefined>>;
}

/** Languages are loaded when somebody reads them; the English words are in the bundle. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ words: LanguageWords }>>> = {
  'zh-CN': () => import('./zh-cn/words.ts'),
};

/** The language of the screen. */
export const currentLanguage = (): Language => chooseLanguage([i18n.language]);

/** Shows the screen in another language from now on. */
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

/** The same, kept for this browser: somebody chose it. */
export async function chooseScreenLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  app.update((now) => ({ ...now, language }));
}

/** The language that was chosen in this browser, or else the browser's own. */
export const browserLanguage = (): Language => app.get().language ?? chooseLanguage(navigator.languages);

/** Before the first screen: the language of the person who was signed in here last, or else that of this browser. */
export async function startLanguage(own: Language | null = null): Promise<void> {
  const language = own ?? browserLanguage();
  // Words that do not arrive must not keep anybody from signing in.
  if (language !== 'en') await showLanguage(language).catch(() => undefined);
}
