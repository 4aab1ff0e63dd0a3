import { useDebouncedCallback } from '@mantine/hooks';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import { useMemo, useState } from 'react';
import { useRemap } from './import-api.ts';
import { useImportKit } from './import-kit.ts';
import type { AnyImport, Mapping, MappingState } from './import-types.ts';
import { withField } from './import-words.ts';

/** After this pause the rows are checked with the new mapping, unless the person asks for it earlier. */
const PAUSE_MS = 5000;

/** The decimal mark that the person chose for a column; null where its cells or an earlier choice decide. */
const markOf = (numbers: AnyImport['columns'][number]['numbers']): DecimalMark | null =>
  numbers?.by !== 'CHOICE' ? null : numbers.reading === 'POINT' ? '.' : ',';

const mappingOf = (columns: AnyImport['columns'], values: AnyImport['values']): Mapping => ({
  fields: columns.map(({ field }) => field),
  units: columns.map(({ unit }) => (unit?.from === 'CHOSEN' ? unit.unit : null)),
  decimalMarks: columns.map(({ numbers }) => markOf(numbers)),
  values,
});

/** Keeps the changes of a mapping until the person asks for a check, or pauses; the server then checks the rows. */
export function useMapping(result: AnyImport): MappingState {
  const { columns, values: meanings } = result;
  const { units: kitUnits, identity } = useImportKit();
  const remap = useRemap(result.id);
  const isIdentified = (fields: Mapping['fields']) =>
    fields.some((field) => field !== null && identity.includes(field));
  const stored = useMemo(() => mappingOf(columns, meanings), [columns, meanings]);
  const [draft, setDraft] = useState<Mapping>();
  const now = draft ?? stored;
  const send = ({ fields, units, decimalMarks, values }: Mapping, sent: Mapping) => {
    // If the person has made another choice while this request was in flight, keep that choice; it is sent next.
    const settle = () => setDraft((present) => (present === sent ? undefined : present));
    if (isIdentified(fields))
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
  const unitOfColumns = kitUnits?.of(columns, now) ?? [];
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
    chooseFile: (choice) => {
      sendLater.cancel();
      remap.mutate({ ...choice }, { onSettled: () => setDraft(undefined) });
    },
    check: isIdentified(now.fields)
      ? () => {
          sendLater.cancel();
          send(now, now);
        }
      : undefined,
  };
}
