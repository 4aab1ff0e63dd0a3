import { useDebouncedCallback } from '@mantine/hooks';
import { kindOfMeasure, UNIT_FIELD } from '@quayside/contracts/product-fields';
import type { ProductImport, ValueMapping } from '@quayside/contracts/product-imports';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import { type ColumnUnit, splitUnit, unitOfColumn, type WrittenUnit } from '@quayside/domain/products/units';
import { useMemo, useState } from 'react';
import { useRemap } from './api.ts';
import { withField } from './import-words.ts';

/** After this pause the rows are checked with the new mapping, unless the person asks for it earlier. */
const PAUSE_MS = 5000;

/** What a person chooses for each column of a file. */
interface Mapping {
  readonly fields: readonly (string | null)[];
  /** The chosen units; null where the heading or the rows name the unit, or nothing does. */
  readonly units: readonly (WrittenUnit | null)[];
  readonly decimalMarks: readonly (DecimalMark | null)[];
  /** What words of the file mean in fields with a closed list of values. */
  readonly values: readonly ValueMapping[];
}

/** The decimal mark that the person chose for a column; null where its cells or an earlier choice decide. */
const markOf = (numbers: ProductImport['columns'][number]['numbers']): DecimalMark | null =>
  numbers?.by !== 'CHOICE' ? null : numbers.reading === 'POINT' ? '.' : ',';

const mappingOf = (columns: ProductImport['columns'], values: ProductImport['values']): Mapping => ({
  fields: columns.map(({ field }) => field),
  units: columns.map(({ unit }) => (unit?.from === 'CHOSEN' ? unit.unit : null)),
  decimalMarks: columns.map(({ numbers }) => markOf(numbers)),
  values,
});

/** The unit of each column by the present choices; undefined for columns without measures. */
const unitsOf = (columns: ProductImport['columns'], { fields, units }: Mapping): (ColumnUnit | undefined)[] =>
  columns.map(({ name, unit, samples }, i) => {
    const kind = kindOfMeasure(fields[i] ?? '');
    return (
      kind &&
      unitOfColumn(name, kind, {
        chosen: units[i] ?? null,
        hasUnitColumn: fields.includes(UNIT_FIELD[kind]),
        // Only the server has seen all cells. For a column that was no measure yet, the first cells must do.
        cells: {
          hasUnit: unit ? unit.from === 'CELLS' : samples.some((cell) => splitUnit(cell) !== undefined),
          hasBare: unit ? unit.from !== 'CELLS' : samples.some((cell) => /\d$/.test(cell)),
        },
      })
    );
  });

/** The column mapping of an import with the changes that are not checked yet. */
export interface MappingState extends Mapping {
  readonly unitOfColumns: readonly (ColumnUnit | undefined)[];
  /** True if the rows were checked with another mapping than the present one. */
  readonly isChanged: boolean;
  readonly isChecking: boolean;
  readonly chooseField: (column: number, field: string | null) => void;
  /** Chooses the unit of a column. Columns of the same kind whose unit nothing names get it too. */
  readonly chooseUnit: (column: number, unit: WrittenUnit | null) => void;
  readonly chooseMark: (column: number, mark: DecimalMark) => void;
  /** Chooses what a word of the file means; undefined: nothing that is known. */
  readonly chooseValue: (field: ValueMapping['field'], from: string, to: string | null | undefined) => void;
  /** Checks the rows with the present mapping. Undefined while no column has the SKU. */
  readonly check: (() => void) | undefined;
}

/** Keeps the changes of a mapping until the person asks for a check, or pauses; the server then checks the rows. */
export function useMapping(result: ProductImport): MappingState {
  const { columns, values: meanings } = result;
  const remap = useRemap(result.id);
  const stored = useMemo(() => mappingOf(columns, meanings), [columns, meanings]);
  const [draft, setDraft] = useState<Mapping>();
  const now = draft ?? stored;
  const send = ({ fields, units, decimalMarks, values }: Mapping, sent: Mapping) => {
    // If the person has made another choice while this request was in flight, keep that choice; it is sent next.
    const settle = () => setDraft((present) => (present === sent ? undefined : present));
    if (fields.includes('sku'))
      remap.mutate(
        { fields: [...fields], units: [...units], decimalMarks: [...decimalMarks], values: [...values] },
        { onSettled: settle },
      );
  };
  const sendLater = useDebouncedCallback((next: Mapping) => send(next, next), PAUSE_MS);
  const change = (next: Mapping) => {
    setDraft(next);
    sendLater(next);
  };
  const unitOfColumns = unitsOf(columns, now);
  return {
    ...now,
    unitOfColumns,
    isChanged: draft !== undefined,
    isChecking: remap.isPending,
    chooseField: (column, field) => change({ ...now, fields: withField(now.fields, column, field) }),
    chooseUnit: (column, unit) => {
      const kind = unitOfColumns[column]?.kind;
      const isOpenToo = (i: number) => unitOfColumns[i]?.from === 'OPEN' && unitOfColumns[i]?.kind === kind;
      change({ ...now, units: now.units.map((own, i) => (i === column || isOpenToo(i) ? unit : own)) });
    },
    chooseMark: (column, mark) =>
      change({ ...now, decimalMarks: now.decimalMarks.map((own, i) => (i === column ? mark : own)) }),
    chooseValue: (field, from, to) => {
      const others = now.values.filter((one) => one.field !== field || one.from !== from);
      change({ ...now, values: to === undefined ? others : [...others, { field, from, to }] });
    },
    check: now.fields.includes('sku')
      ? () => {
          sendLater.cancel();
          send(now, now);
        }
      : undefined,
  };
}
