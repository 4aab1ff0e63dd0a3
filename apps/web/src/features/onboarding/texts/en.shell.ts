/** Strings of the first steps of a new account. */
export const onboarding = {
  title: 'Set up your account',
  entity: 'first steps',
  stepsTitle: 'Steps to your first landed cost',
  progress: '{{done}} of {{of}} done',
  next: 'Next: {{step}}',
  done: 'done',
  minimise: 'Minimise the steps',
  expand: 'Show the steps',
  close: 'Close the steps',
  steps: {
    name: 'Your name and company',
    settings: 'Currency and settings',
    supplier: 'First supplier',
    product: 'First product',
    invoice: 'First invoice',
  },
  why: {
    name: 'The members of your account see who changed what.',
    settings: 'Costs are calculated in one currency. It is fixed once the first cost is stored.',
    supplier: 'Start with the factory that you pay most.',
    product: 'Add one by hand, or import all of them from a file.',
    invoice: 'Landed costs appear as soon as an invoice line names a product.',
  },
  go: {
    name: 'Fill in',
    settings: 'Open settings',
    supplier: 'Add supplier',
    product: 'Add product',
    invoice: 'Add invoice',
  },
  doneTitle: 'Everything is set up',
  doneBody: 'The dashboard shows what to do next.',
  viewerTitle: 'An admin has to set up this account',
  viewerBody: 'You can already look at everything in it.',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly onboarding: typeof onboarding;
  }
}
