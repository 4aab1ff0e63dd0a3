import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type { ImportMode } from '@quayside/contracts/imports';
import type {
  createSupplierImport as createSpec,
  remapSupplierImport as remapSpec,
  SupplierImport,
} from '@quayside/contracts/suppliers/supplier-imports';
import type { Work } from '../../../db/tx.ts';
import type { Upload } from '../../../http/upload.ts';
import {
  cancelImport,
  createImport,
  type ImportCallDeps,
  remapImport,
  startImport,
  undoImport,
} from '../../imports/public.ts';
import { SUPPLIERS } from './supplier-imports.kind.ts';
import { getSupplierImport } from './supplier-imports.views.ts';

/** Creates an import from a file: checks it and, unless this is a dry run, stores its suppliers. */
export async function createSupplierImport(
  w: Work,
  deps: ImportCallDeps,
  upload: Upload,
  { dryRun, mode, decimalMark, sheet, encoding }: QueryOut<typeof createSpec>,
): Promise<SupplierImport> {
  const choices = { decimalMarks: decimalMark ?? null, file: { sheet, encoding } };
  return getSupplierImport(w, await createImport(w, deps, SUPPLIERS, upload, { dryRun, mode, choices }));
}

/** Assigns fields, decimal marks and meanings as a person has chosen, remembers them, and checks the file again. */
export async function remapSupplierImport(
  w: Work,
  deps: ImportCallDeps,
  id: string,
  body: BodyOut<typeof remapSpec>,
): Promise<SupplierImport> {
  await remapImport(w, deps, SUPPLIERS, id, body);
  return getSupplierImport(w, id);
}

/** Imports a checked file, or only the valid rows of a file that was refused. The rows are decided once more. */
export async function startSupplierImport(
  w: Work,
  deps: ImportCallDeps,
  id: string,
  mode: ImportMode,
): Promise<SupplierImport> {
  await startImport(w, deps, SUPPLIERS, id, mode);
  return getSupplierImport(w, id);
}

/** Cancels an import that waits for a person. */
export async function cancelSupplierImport(w: Work, id: string): Promise<SupplierImport> {
  await cancelImport(w, SUPPLIERS, id);
  return getSupplierImport(w, id);
}

/** Undoes an import. */
export async function undoSupplierImport(w: Work, deps: ImportCallDeps, id: string): Promise<SupplierImport> {
  await undoImport(w, deps, SUPPLIERS, id);
  return getSupplierImport(w, id);
}
