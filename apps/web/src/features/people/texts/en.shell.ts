/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
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
