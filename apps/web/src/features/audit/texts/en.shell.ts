/** What shell and dashboard say of this feature. */
export const auditShell = {
  title: 'Audit log',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly auditShell: typeof auditShell;
  }
}
