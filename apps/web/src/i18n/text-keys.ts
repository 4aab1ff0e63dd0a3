import type { houseTexts } from './i18n.ts';
import type { laterHouseTexts } from './part-texts.ts';

/** The English strings of the features, by area. Each file of strings adds its own type here with `declare module`. */
export interface FeatureTexts {}

// Declares the existing keys to i18next, so that a misspelt key is a compile error.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof houseTexts & typeof laterHouseTexts & FeatureTexts;
    returnNull: false;
  }
}
