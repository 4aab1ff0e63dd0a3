import type { QueryOut } from '@quayside/contracts/endpoint';
import type { createOrderImport as createSpec, OrderImport } from '@quayside/contracts/stock/order-imports';
import type { Work } from '../../../db/tx.ts';
import type { Upload } from '../../../http/upload.ts';
import { cancelImport, createImport, type ImportCallDeps, startImport, undoImport } from '../../imports/public.ts';
import { ORDERS } from './order-imports.kind.ts';
import { getOrderImport } from './order-imports.views.ts';

/** Creates an import from a report. */
export async function createOrderImport(
  w: Work,
  deps: ImportCallDeps,
  upload: Upload,
  { dryRun, sheet, encoding }: QueryOut<typeof createSpec>,
): Promise<OrderImport> {
  const options = { dryRun, mode: 'VALID_ROWS', choices: { file: { sheet, encoding } } } as const;
  return getOrderImport(w, await createImport(w, deps, ORDERS, upload, options));
}

/** Stores the valid rows of a checked report. */
export async function startOrderImport(w: Work, deps: ImportCallDeps, id: string): Promise<OrderImport> {
  await startImport(w, deps, ORDERS, id, 'VALID_ROWS');
  return getOrderImport(w, id);
}

/** Cancels an import of which nothing is stored yet. */
export async function cancelOrderImport(w: Work, id: string): Promise<OrderImport> {
  await cancelImport(w, ORDERS, id);
  return getOrderImport(w, id);
}

/** Takes an import back. */
export async function undoOrderImport(w: Work, deps: ImportCallDeps, id: string): Promise<OrderImport> {
  await undoImport(w, deps, ORDERS, id);
  return getOrderImport(w, id);
}
