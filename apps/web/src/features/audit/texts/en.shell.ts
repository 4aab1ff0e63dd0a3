/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const auditShell = {
  title: 'Audit log',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly auditShell: typeof auditShell;
  }
}
