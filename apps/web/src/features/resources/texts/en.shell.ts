/** What shell and dashboard say of this feature. */
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
