/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const ratesShell = {
  title: 'Exchange rates',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly ratesShell: typeof ratesShell;
  }
}
