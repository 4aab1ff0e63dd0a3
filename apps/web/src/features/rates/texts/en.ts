/** Strings of the exchange rates. */
export const rates = {
  title: 'Exchange rates',
  entity: 'exchange rate',
  count_one: '{{formatted}} rate',
  count_other: '{{formatted}} rates',
  countCapped: 'more than {{formatted}} rates',
  search: 'Currencies, such as GBP/CNY',
  emptyTitle: 'No exchange rates yet',
  emptyBody:
    'Type a rate, paste cells, or import a file: your own, or the one of the European Central Bank. Invoices in a ' +
    'foreign currency then propose the last rate of their currency.',
  add: 'Add rate',
  import: 'Import rates',
  column: {
    day: 'Day',
    pair: 'Currencies',
    rate: 'Rate',
    origin: 'Source',
    who: 'Entered by',
    updatedAt: 'Changed',
  },
  origin: { TYPED: 'Typed', PASTED: 'Pasted', FILE: 'File', ECB: 'European Central Bank' },
  filter: { currency: 'Currency', day: 'Day', origin: 'Source' },
  footnote: 'Rates are kept as entered. An import never overwrites a typed rate.',
  form: {
    title: 'Add an exchange rate',
    day: 'Day',
    base: 'From',
    quote: 'To',
    rate: 'Rate',
    rateHelp: '1 {{base}} in {{quote}}',
    save: 'Add rate',
    saved: 'The rate was added.',
  },
  panel: {
    correct: 'Correct the rate',
    correctHelp: 'It then counts as typed. Invoices keep the rates that they have.',
    save: 'Save',
    saved: 'The rate was saved.',
    delete: 'Delete rate',
    deleted: 'The rate was deleted.',
  },
  importing: {
    title: 'Import exchange rates',
    fileHint:
      'CSV or XLSX with the columns Day, From, To and Rate, or the CSV, XML or zip file of the European Central Bank',
    pasteHint: 'Day, From, To and Rate in each row. 1 unit of From is worth Rate units of To.',
    of: 'From {{first}} to {{last}}: {{create}} new, {{update}} replaced, {{same}} unchanged, {{keep}} kept.',
    none: 'Nothing in it could be read as a rate.',
    kept_one: '{{count}} rate differs from yours. Yours stays.',
    kept_other: '{{count}} rates differ from yours. Yours stay.',
    keptLabel: 'Rates that stay',
    sample: 'The first rates',
    inFile: 'In the file',
    yours: 'Yours',
    onlyValid_one: 'Leave out {{count}} error and import the rest',
    onlyValid_other: 'Leave out {{count}} errors and import the rest',
    skipped: 'Currencies that no longer exist are left out: {{codes}}',
    rateColumn: 'Rate',
    action_one: 'Import {{count}} rate',
    action_other: 'Import {{count}} rates',
    undone_one: '{{formatted}} rate was restored or removed.',
    undone_other: '{{formatted}} rates were restored or removed.',
    done_one: '{{count}} rate was imported.',
    done_other: '{{count}} rates were imported.',
  },
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly rates: typeof rates;
  }
}
