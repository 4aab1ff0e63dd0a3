/** What shell and dashboard say of this feature. */
export const operationsShell = {
  title: 'Background work',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly operationsShell: typeof operationsShell;
  }
}
