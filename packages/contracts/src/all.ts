import type { EndpointSpec } from './endpoint.ts';
import * as modules from './modules.ts';

const isEndpoint = (v: unknown): v is EndpointSpec =>
  typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'access' in v;

/** Files whose calls the OpenAPI document shows with those of another file. */
const SHOWN_WITH: Readonly<Record<string, string>> = {
  invoiceDocuments: 'invoices',
  invoiceLineImports: 'invoices',
  invoiceLines: 'invoices',
  invoiceMoves: 'invoices',
};
/** `ownSettings` is `own-settings`. */
const areaOf = (name: string): string =>
  SHOWN_WITH[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every call, by area: what the OpenAPI document and the test sweeps loop over. */
export const ENDPOINTS: readonly (EndpointSpec & { area: string })[] = Object.entries(modules).flatMap(
  ([name, module]) =>
    Object.values(module)
      .filter(isEndpoint)
      .map((spec) => ({ ...spec, area: areaOf(name) })),
);
