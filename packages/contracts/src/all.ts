import * as accounts from './accounts.ts';
import * as costReports from './cost-reports.ts';
import * as costs from './costs.ts';
import * as documents from './documents.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as invoices from './invoices.ts';
import * as notifications from './notifications.ts';
import * as products from './products.ts';
import * as suppliers from './suppliers.ts';
import * as undo from './undo.ts';

const isEndpoint = (v: unknown): v is EndpointSpec => typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'access' in v;

/** Every call, by area: what the OpenAPI document and the test sweeps loop over. */
export const ENDPOINTS: readonly (EndpointSpec & { area: string })[] = Object.entries({
  accounts,
  notifications,
  documents,
  suppliers,
  products,
  costs,
  'cost-reports': costReports,
  invoices,
  undo,
}).flatMap(([area, module]) =>
  Object.values(module)
    .filter(isEndpoint)
    .map((spec) => ({ ...spec, area })),
);
