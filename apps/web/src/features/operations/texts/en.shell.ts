/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const operationsShell = {
  title: 'Background work',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly operationsShell: typeof operationsShell;
  }
}
