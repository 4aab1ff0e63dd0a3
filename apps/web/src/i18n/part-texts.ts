import { accounts } from './en/accounts.ts';
import { audit } from './en/audit.ts';
import { costs } from './en/costs.ts';
import { demo } from './en/demo.ts';
import { invoices } from './en/invoices.ts';
import { mailbox } from './en/mailbox.ts';
import { operations } from './en/operations.ts';
import { people } from './en/people.ts';
import { products } from './en/products.ts';
import { resources } from './en/resources.ts';
import { suppliers } from './en/suppliers.ts';
import { views } from './en/views.ts';
import { addTexts } from './i18n.ts';

/** The English texts of everything but the first screen, loaded with the first lazy chunk. */
export const partTexts = {
  accounts,
  products,
  suppliers,
  invoices,
  costs,
  views,
  demo,
  mailbox,
  people,
  audit,
  operations,
  resources,
} as const;

addTexts(partTexts);
