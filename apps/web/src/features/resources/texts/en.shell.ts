/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const resourcesShell = {
  community: 'Community',
  funding: 'Funding',
  tariff: 'Smart tariff classifier',
  reimbursement: 'Reimbursement',
  bookkeeper: 'Bookkeeper',
  listBusiness: 'List my business',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly resourcesShell: typeof resourcesShell;
  }
}
