import * as accounts from './accounts.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as costReports from './cost-reports.ts';
import * as costs from './costs.ts';
import * as documents from './documents.ts';
import * as errorReports from './error-reports.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as installation from './installation.ts';
import * as invoiceDocuments from './invoice-documents.ts';
import * as invoiceLineImports from './invoice-line-imports.ts';
import * as invoiceLines from './invoice-lines.ts';
import * as invoiceMoves from './invoice-moves.ts';
import * as invoices from './invoices.ts';
import * as jobs from './jobs.ts';
import * as mailbox from './mailbox.ts';
import * as notifications from './notifications.ts';
import * as notificationMails from './notification-mails.ts';
import * as people from './people.ts';
import * as exports from './exports.ts';
import * as ownSettings from './own-settings.ts';
import * as productChanges from './product-changes.ts';
import * as productImports from './product-imports.ts';
import * as products from './products.ts';
import * as secondFactor from './second-factor.ts';
import * as search from './search.ts';
import * as supplierBank from './supplier-bank.ts';
import * as suppliers from './suppliers.ts';
import * as undo from './undo.ts';
import * as users from './users.ts';
import * as views from './views.ts';

const isEndpoint = (v: unknown): v is EndpointSpec =>
  typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'access' in v;

/** Every call, by area: what the OpenAPI document and the test sweeps loop over. */
export const ENDPOINTS: readonly (EndpointSpec & { area: string })[] = Object.entries({
  accounts,
  people,
  audit,
  auth,
  'own-settings': ownSettings,
  'second-factor': secondFactor,
  users,
  notifications,
  installation,
  'notification-mails': notificationMails,
  mailbox,
  'error-reports': errorReports,
  documents,
  suppliers,
  'supplier-bank': supplierBank,
  products,
  'product-changes': productChanges,
  'product-imports': productImports,
  costs,
  'cost-reports': costReports,
  invoices: { ...invoices, ...invoiceMoves, ...invoiceLines, ...invoiceLineImports, ...invoiceDocuments },
  exports,
  views,
  undo,
  search,
  jobs,
}).flatMap(([area, module]) =>
  Object.values(module)
    .filter(isEndpoint)
    .map((spec) => ({ ...spec, area })),
);
