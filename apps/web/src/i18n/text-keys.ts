import type { shellTexts } from './i18n.ts';
import type { partTexts } from './part-texts.ts';

// Declares the existing keys to i18next, so that a misspelt key does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof shellTexts & typeof partTexts;
    returnNull: false;
  }
}
