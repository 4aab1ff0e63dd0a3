import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import type { WrittenUnit } from '@quayside/domain/products/units';
import type { Work } from '../../db/tx.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { findMapping, type KindName, saveMapping } from '../../remembered/column-choices.ts';
import { shown } from '../../tables/cells.ts';
import {
  expand,
  headerHash,
  headerNames,
  type Marking,
  mergeChoices,
  openMarks,
  remember,
  samplesOf,
} from '../../tables/import-columns.ts';
import type { FileChoice, OpenTable } from '../../tables/open-table.ts';
import { checkAgain, hasFile, type ImportCallDeps, lockImport } from './imports.service.ts';
import type { Choices, ChosenUnits, ImportKind, ImportRecord, ImportResult, MappedLayout } from './imports.types.ts';

// Kinds whose columns are assigned to fields: by the headings, as a person chose for an earlier file with the same
// headings, or as a person chooses for this file.

/** How the columns of a file are assigned. */
export interface Mapping {
  readonly fields: readonly (string | null)[] | undefined;
  readonly mapping: MappedLayout['mapping'];
  readonly marks: Marking;
  readonly units: ChosenUnits;
  readonly values: NonNullable<Choices['values']>;
}

/**
 * What is chosen for the columns of a table: for this file, or for an earlier one with the same headings. A choice for
 * an earlier file is ignored if it does not fit; its decimal marks count only where the cells do not decide.
 */
export async function mappingOf(
  w: Work,
  kind: { readonly name: KindName },
  { choices }: { readonly choices: Choices },
  table: OpenTable,
  fits: (fields: readonly (string | null)[]) => boolean,
): Promise<Mapping> {
  const { fields, decimalMarks: chosen = null, units = null, values = [] } = choices;
  const names = headerNames(table);
  const memory = await findMapping(w, kind.name, headerHash(names));
  const marks = { chosen, remembered: expand(names, memory?.decimalMarks ?? []) };
  if (fields) return { fields: expand(names, fields), mapping: 'CHOSEN', marks, units, values };
  if (!memory || !fits(memory.fields)) return { fields: undefined, mapping: 'GUESSED', marks, units, values };
  return {
    fields: expand(names, memory.fields),
    mapping: 'REMEMBERED',
    marks,
    units: units ?? (memory.units ? expand(names, memory.units) : null),
    values: memory.values ?? [],
  };
}

/** The columns of a file as screens show them, and the first cells of each. */
export async function columnsOf(table: OpenTable, layout: MappedLayout) {
  const samples = await samplesOf(table, layout.names.length);
  const columns = layout.names.map((name, i) => ({
    name: shown(name),
    field: layout.fields[i] ?? null,
    samples: (samples[i] ?? []).map(shown),
    numbers: layout.numbers?.[i] ?? null,
    unit: layout.units?.[i] ?? null,
  }));
  return { columns, samples };
}

/** What a person chose for the columns of a checked file. */
interface Remapping extends FileChoice {
  readonly fields?: readonly (string | null)[] | undefined;
  readonly decimalMarks?: readonly (DecimalMark | null)[] | undefined;
  readonly units?: readonly (WrittenUnit | null)[] | undefined;
  readonly values?: Choices['values'] | undefined;
}
/** Which fields a kind has. */
export interface FieldRules {
  readonly isField: (field: string) => boolean;
  /** The first field that is assigned to two columns. */
  readonly twiceIn: (fields: readonly (string | null)[], layout: MappedLayout) => string | undefined;
  /** The refusal of columns that do not identify a record. */
  readonly unidentified: (fields: readonly (string | null)[]) => Text | undefined;
  /** Throws if a word is said to mean a value that its field cannot have. */
  readonly checkValues: (w: Work, values: NonNullable<Choices['values']>) => Promise<void>;
}
/** A result whose columns screens show. */
interface WithColumns extends ImportResult {
  readonly columns: readonly { readonly field: string | null }[];
}

/**
 * Assigns fields, units, decimal marks and meanings as a person has chosen, stores the choice, and checks the file
 * again. All of it is remembered for files with the same headings.
 */
export async function remapImport<
  L extends MappedLayout,
  R extends WithColumns,
  X extends { readonly row: number },
  B,
  M,
>(
  w: Work,
  deps: ImportCallDeps,
  kind: ImportKind<L, R, X, B, M> & { readonly rules: FieldRules },
  id: string,
  { fields, decimalMarks, units, values, sheet, encoding }: Remapping,
): Promise<void> {
  const record = await lockImport(w, kind, id, (found) => found.state === 'CHECKED' && hasFile(kind, found));
  const { layout } = record;
  if (!layout) throw new AppError('imports.wrong_state');
  if (!fields || sheet !== undefined || encoding !== undefined)
    return reread(w, deps, kind, record, { sheet, encoding });
  checkFields(kind.rules, layout, fields);
  for (const [name, chosen] of Object.entries({ decimalMarks, units }))
    if (chosen && chosen.length !== layout.names.length)
      throw fieldError(name, say('imports.columns', { columns: layout.names.length }));
  if (values) await kind.rules.checkValues(w, values);
  const choices: Choices = {
    ...record.choices,
    fields,
    decimalMarks: decimalMarks ?? record.choices.decimalMarks ?? null,
    units: chosenUnits(layout, units),
    values: values ?? layout.values ?? [],
  };
  await rememberChoices(w, kind, layout, choices, decimalMarks);
  // Until a job has read the file again, the screen shows the new fields.
  const columns = record.result.columns.map((column, i) => ({ ...column, field: fields[i] ?? null }));
  await checkAgain(w, deps, kind, record, { choices, result: { ...record.result, columns } });
}

async function rememberChoices(
  w: Work,
  kind: { readonly name: KindName },
  layout: MappedLayout,
  { fields, units, values }: Choices,
  decimalMarks: Remapping['decimalMarks'],
): Promise<void> {
  const { names } = layout;
  const header = headerHash(names);
  const earlier = (await findMapping(w, kind.name, header))?.decimalMarks ?? [];
  await saveMapping(w, kind.name, header, {
    fields: remember(names, fields ?? []),
    units: remember(names, Array.isArray(units) ? units : []),
    values: values ?? [],
    decimalMarks: mergeChoices(remember(names, openMarks(layout, decimalMarks ?? [])), earlier),
  });
}

/** Reads another sheet, or the file in another encoding. Its columns are others, so their fields are guessed anew. */
async function reread<L extends MappedLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  w: Work,
  deps: ImportCallDeps,
  kind: ImportKind<L, R, X, B, M>,
  record: ImportRecord<L, R>,
  file: FileChoice,
): Promise<void> {
  if (file.sheet === undefined && file.encoding === undefined) throw fieldError('fields', say('field.required'));
  await checkAgain(w, deps, kind, record, { choices: { file } });
}

/** The units that a person chose: those in the request, or those with which the file was read before. */
const chosenUnits = (
  { units = [], names }: MappedLayout,
  chosen: readonly (WrittenUnit | null)[] | undefined,
): readonly (WrittenUnit | null)[] =>
  chosen ?? names.map((_, i) => (units[i]?.from === 'CHOSEN' ? (units[i]?.unit ?? null) : null));

function checkFields(rules: FieldRules, layout: MappedLayout, fields: readonly (string | null)[]): void {
  const columns = layout.names.length;
  if (fields.length !== columns) throw fieldError('fields', say('imports.columns', { columns }));
  const unknown = fields.findIndex((field) => field !== null && !rules.isField(field));
  if (unknown >= 0) throw fieldError(`fields.${unknown}`, say('imports.field_unknown'));
  const twice = rules.twiceIn(fields, layout);
  if (twice !== undefined) throw fieldError(`fields.${fields.lastIndexOf(twice)}`, say('imports.column_twice'));
  const unidentified = rules.unidentified(fields);
  if (unidentified) throw fieldError('fields', unidentified);
}
