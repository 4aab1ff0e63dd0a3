import type { shellTexts } from './i18n.ts';
import type { partTexts } from './part-texts.ts';

// Tells i18next which words exist, so that a misspelt one does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof shellTexts & typeof partTexts;
    returnNull: false;
  }
}
