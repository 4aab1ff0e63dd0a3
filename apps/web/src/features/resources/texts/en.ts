/**
 * Strings of the information pages in the group Resources. Each page says what its topic is, when it helps, what to
 * prepare, and which of the account's own figures are useful for it.
 */
export const resources = {
  when: 'When it helps',
  prepare: 'What to prepare',
  data: 'What your own data shows',
  goOn: 'Next steps',
  opens: 'Opens {{host}} in a new tab. None of your data is sent there.',
  ask: 'Ask us',
  askBody: 'Write to {{email}}, and tell us what you sell and where.',
  write: 'Send a mail',
  funding: {
    title: 'Funding',
    lead: 'Money for stock: a lender pays the factory or advances part of your future sales, and you repay it while the goods sell.',
    when: [
      'The deposit and the balance are due months before the goods sell.',
      'A best seller would run out of stock while your money is tied up in a container.',
      'Freight, customs and the next deposit are due in the same week.',
    ],
    prepare: [
      'The landed cost of a unit and the margin after all selling fees: lenders look at margin, not at turnover.',
      'Payment terms and lead time of each supplier, so that the loan lasts until the goods have arrived.',
      'The sales reports of the last twelve months for each marketplace.',
      'Company registration, bank statements and the latest tax returns.',
    ],
    note: 'Compare offers by the yearly rate including all fees. A fixed fee of 8 % for three months is more than 32 % a year.',
    links: {
      products: 'Landed cost of each product, as CSV or XLSX',
      suppliers: 'Payment terms and lead times of your suppliers',
      invoices: 'Invoices in progress, in their own currencies',
    },
    action: 'Look for funding',
  },
  tariff: {
    title: 'Smart tariff classifier',
    lead: 'Every product that crosses a border has a tariff code. It decides the duty, and whether a licence, an extra duty or a preference applies. The first six digits are the same in nearly every country; the others differ by country.',
    when: [
      'Before the first order of a product: a duty of 0 % or of 12 % decides whether it is worth selling.',
      'Your customs agents have used two codes for the same product.',
      'The material or the use of the product changes, or it is sold in a set.',
      'You start selling it in another country.',
    ],
    prepare: [
      'What it is made of, in percent of its weight.',
      'What it does and how it is used, with a picture and the data sheet.',
      'Where it was made, which is not always where it was shipped from.',
      'The code that the factory states in its export documents.',
    ],
    note: 'A classifier only suggests a code; the importer is responsible for it. Customs authorities issue a binding ruling on request.',
    links: {
      products: 'Country of origin, weight and dimensions of each product',
      documents: 'Customs documents of earlier shipments, searched by their text',
      assignedCosts: 'The customs and duties of each product so far',
    },
    action: 'Open the classifier',
  },
  bookkeeper: {
    title: 'Find a bookkeeper',
    lead: 'A bookkeeper who knows marketplaces records goods as stock, splits each payout into sales and fees, and files VAT or sales tax on time.',
    when: [
      'Deposits and freight are recorded as expenses, so the margin jumps from month to month.',
      'You start selling in another country and have to register for tax there.',
      'The year ends, and the stock in your warehouses has to be valued.',
    ],
    prepare: [
      'The accounting software that you use, and the latest tax return.',
      'The settlement reports of each marketplace.',
      'A stock count at the end of the year, for all warehouses.',
      'Which currencies you pay in, and from which accounts.',
    ],
    note: 'Ask how they value stock. Landed cost belongs to the goods until they are sold; recording freight as an expense at once makes a good month look bad.',
    links: {
      reconciliation: 'Every invoice line, assigned or not, down to a difference of zero',
      restatements: 'Which costs changed between two days, after a month was closed',
      assignedCosts: 'Every allocated cost, as CSV or XLSX',
      users: 'Invite them as a viewer: they see everything and change nothing',
    },
    action: 'Look for a bookkeeper',
  },
  listBusiness: {
    title: 'List my business',
    lead: 'A marketplace business can be sold as a whole: brand, listings, stock and supplier relationships. Buyers start with the figures and pay for those that stand up to scrutiny.',
    when: [
      'You want to know what it is worth before you decide anything.',
      'You are ready for something new, or are looking for an investor.',
      'Somebody has made an offer, and you need figures of your own.',
    ],
    prepare: [
      'Profit of the last two or three years, product by product, with landed costs instead of factory prices.',
      'Stock at landed cost, and goods that are ordered and partly paid.',
      'Supplier terms and contracts, trade marks, and the health of your seller accounts.',
      'What depends on you alone, and who could take it over.',
    ],
    note: 'Put the books in order first. A buyer who finds a missing cost later deducts it from the price, and more.',
    links: {
      products: 'Landed cost and cost history of each product',
      suppliers: 'Suppliers with their terms, as CSV or XLSX',
      reconciliation: 'Proof that every cost is allocated to a product',
    },
    action: 'List the business',
  },
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly resources: typeof resources;
  }
}
