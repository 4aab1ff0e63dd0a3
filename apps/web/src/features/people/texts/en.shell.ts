/** What shell and dashboard say of this feature. */
export const peopleShell = {
  title: 'Users',
  tile: 'Users',
  tileHint: 'People who work with you',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly peopleShell: typeof peopleShell;
  }
}
