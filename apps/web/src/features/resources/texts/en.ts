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
  write: 'Write a mail',
  funding: {
    title: 'Funding',
    lead: 'Money for stock: a lender pays the factory, or advances part of your coming sales, and you pay back while the goods sell.',
    when: [
      'Deposit and rest are due months before the goods sell.',
      'A best seller would run out while your money is still in a container.',
      'Freight, customs and the next deposit fall into the same week.',
    ],
    prepare: [
      'What a unit costs landed, and what is left of its price after all selling fees: margin is lent against, not turnover.',
      'Payment terms and lead time of each supplier, so that the loan lasts as long as the goods are on their way.',
      'The sales reports of the last twelve months, of each marketplace.',
      'Registration of the company, bank statements, and the last tax returns.',
    ],
    note: 'Compare by the yearly rate with all fees in it. A fixed fee of 8 % for three months is more than 32 % a year.',
    links: {
      products: 'Landed cost of each product, as CSV or XLSX',
      suppliers: 'Payment terms and lead times of your suppliers',
      invoices: 'Invoices at work, in their own currencies',
    },
    action: 'Look for funding',
  },
  tariff: {
    title: 'Smart tariff classifier',
    lead: 'Every product that crosses a border has a tariff code. It decides the duty, and whether a licence, an extra duty or a preference applies. The first six digits are the same in nearly every country; the rest is each country’s own.',
    when: [
      'Before the first order of a product: a duty of 0 % or of 12 % decides whether it is worth selling.',
      'Your customs agents used two codes for the same product.',
      'The product gets another material, another use, or is sold in a set.',
      'You begin to sell it in another country.',
    ],
    prepare: [
      'What it is made of, in per cent of the weight.',
      'What it does, and how it is used; a picture and the data sheet.',
      'Where it was made, which is not always where it was shipped from.',
      'The code that the factory writes on its export papers.',
    ],
    note: 'A classifier suggests; the importer answers for the code. Customs give a decision that binds them when you ask for one.',
    links: {
      products: 'Country of origin, weight and measures of each product',
      documents: 'Customs papers of earlier shipments, searched by their text',
      assignedCosts: 'What customs and duties each product has borne so far',
    },
    action: 'Open the classifier',
  },
  bookkeeper: {
    title: 'Find a bookkeeper',
    lead: 'A bookkeeper who knows marketplaces enters goods as stock, takes a payout apart into sales and fees, and hands in VAT or sales tax on time.',
    when: [
      'Deposits and freight are booked as expenses, and the margin jumps from month to month.',
      'You begin to sell in another country and have to register for its tax.',
      'The year ends, and what lies in the warehouses has to be valued.',
    ],
    prepare: [
      'The accounting package that you use, and the last tax return.',
      'The settlement reports of each marketplace.',
      'A count of the stock at the end of the year, wherever it lies.',
      'Which currencies you pay in, and from which accounts.',
    ],
    note: 'Ask how they value stock. Landed cost belongs to the goods until they are sold; whoever books freight at once makes a good month look bad.',
    links: {
      reconciliation: 'Every invoice line, assigned or not, down to a difference of zero',
      restatements: 'What changed between two days, after a month was closed',
      assignedCosts: 'Every share of every cost, as CSV or XLSX',
      users: 'Invite them as a viewer: they see everything and change nothing',
    },
    action: 'Look for a bookkeeper',
  },
  listBusiness: {
    title: 'List my business',
    lead: 'A business on marketplaces can be sold as a whole: brand, listings, stock and the ties to its suppliers. Buyers begin with the figures, and pay for those that hold.',
    when: [
      'You want to know what it is worth before you decide anything.',
      'You are ready for something else, or look for a partner with money.',
      'Somebody has asked already, and you need figures of your own.',
    ],
    prepare: [
      'Profit of the last two or three years, product by product, with landed costs instead of factory prices.',
      'Stock at its landed cost, and what is ordered and paid in part.',
      'Terms and contracts of your suppliers, trade marks, and the standing of your seller accounts.',
      'What depends on you alone, and who could do it after you.',
    ],
    note: 'Put the books in order first. A cost that a buyer finds later is taken off the price, with interest.',
    links: {
      products: 'Landed cost and cost history of each product',
      suppliers: 'Suppliers with their terms, as CSV or XLSX',
      reconciliation: 'Proof that every cost has found its product',
    },
    action: 'List the business',
  },
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly resources: typeof resources;
  }
}
