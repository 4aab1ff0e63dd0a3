import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import type {
  createProductImport as createSpec,
  ProductImport,
  remapProductImport as remapSpec,
  uploadProductCsv as strictSpec,
} from '@quayside/contracts/products/product-imports';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import type { Upload } from '../../../http/upload.ts';
import type { OpenTable } from '../../../tables/open-table.ts';
import {
  cancelImport,
  createImport,
  type ImportCallDeps,
  remapImport,
  startImport,
  undoImport,
} from '../../imports/public.ts';
import { PRODUCTS } from './imports.kind.ts';
import { isAmazonTable } from './imports.layout.ts';
import { getProductImport } from './imports.views.ts';

type Measures = Pick<QueryOut<typeof createSpec>, 'decimalMark' | 'weightUnit' | 'lengthUnit'>;

const choicesOf = ({ decimalMark, weightUnit, lengthUnit }: Measures) => ({
  decimalMarks: decimalMark ?? null,
  units: weightUnit || lengthUnit ? { WEIGHT: weightUnit, LENGTH: lengthUnit } : null,
});

/** Creates an import from a file. */
export async function createProductImport(
  w: Work,
  deps: ImportCallDeps,
  upload: Upload,
  { dryRun, mode, sheet, encoding, ...measures }: QueryOut<typeof createSpec>,
): Promise<ProductImport> {
  const choices = { ...choicesOf(measures), file: { sheet, encoding } };
  return getProductImport(w, await createImport(w, deps, PRODUCTS, upload, { dryRun, mode, choices }));
}

/** Imports a file in the format of the template. Refuses a file with an invalid row, or of another kind. */
export async function importProductCsv(
  w: Work,
  deps: ImportCallDeps,
  upload: Upload,
  measures: QueryOut<typeof strictSpec>,
): Promise<ProductImport> {
  const id = await createImport(w, deps, PRODUCTS, upload, {
    dryRun: false,
    mode: 'ALL_OR_NOTHING',
    choices: choicesOf(measures),
    strict: requireCsv,
  });
  return getProductImport(w, id);
}

function requireCsv(table: OpenTable): void {
  if (table.isWorkbook || table.delimiter === '\t' || isAmazonTable(table))
    throw new AppError('wrong_file', { message: say('imports.only_csv') });
}

/** Assigns fields, units and decimal marks to columns as a person has chosen, and checks the file again. */
export async function remapProductImport(
  w: Work,
  deps: ImportCallDeps,
  id: string,
  body: BodyOut<typeof remapSpec>,
): Promise<ProductImport> {
  await remapImport(w, deps, PRODUCTS, id, body);
  return getProductImport(w, id);
}

/** Imports a checked file, or only the valid rows of a file that was refused. */
export async function startProductImport(
  w: Work,
  deps: ImportCallDeps,
  id: string,
  mode: ProductImport['mode'],
): Promise<ProductImport> {
  await startImport(w, deps, PRODUCTS, id, mode);
  return getProductImport(w, id);
}

/** Cancels an import; nothing of it is stored. */
export async function cancelProductImport(w: Work, id: string): Promise<ProductImport> {
  await cancelImport(w, PRODUCTS, id);
  return getProductImport(w, id);
}

/** Undoes an import. */
export async function undoProductImport(w: Work, deps: ImportCallDeps, id: string): Promise<ProductImport> {
  await undoImport(w, deps, PRODUCTS, id);
  return getProductImport(w, id);
}
