/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const invoicesShell = {
  title: 'Invoices',
  go: 'Go to invoices',
  add: 'Add an invoice',
  tile: 'Invoices',
  tileHint: 'What your suppliers billed you',
  quick: 'Invoice',
  unassigned_one: '{{count}} invoice has unassigned costs',
  unassigned_other: '{{count}} invoices have unassigned costs',
  unassignedHint: 'Until they are assigned, unit costs are too low',
  assign: 'Assign',
  withoutRate_one: '{{count}} invoice has no exchange rate',
  withoutRate_other: '{{count}} invoices have no exchange rate',
  withoutRateHint: 'Their costs count once a rate is entered',
  inReview_one: '{{count}} uploaded document has no figures yet',
  inReview_other: '{{count}} uploaded documents have no figures yet',
  inReviewHint: 'Enter the lines and confirm',
  review: 'Review',
  inProgress: 'Invoices in progress',
  ofAll: 'of {{count}} in total',
  view: 'View invoices',
  notAssigned: 'Costs not assigned',
  allAssigned: 'Every cost is assigned',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly invoicesShell: typeof invoicesShell;
  }
}
