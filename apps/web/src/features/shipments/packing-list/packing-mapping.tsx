import type { PackingList } from '@quayside/contracts/packing-lists';
import { WRITTEN_WEIGHT_UNITS } from '@quayside/domain/products/units';
import { CARTON_DIMENSION_UNITS } from '@quayside/domain/shipments/option-lists';
import { PACKING_LIST_FIELDS } from '@quayside/domain/shipments/packing-list-headings';
import { NumberReadingChoice } from '../../../components/form/number-reading.tsx';
import { withColumn } from '../../../components/line-sheet/line-import.ts';
import importClasses from '../../../components/line-sheet/line-import.module.css';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH } from '../../../lib/format.ts';
import classes from './packing-list.module.css';
import { type PackingChoices, type PackingField, type PackingUnit, withChoice } from './packing-source.ts';

type Column = PackingList['columns'][number];
interface MappingProps {
  readonly result: PackingList;
  readonly choices: PackingChoices;
  readonly onChange: (next: Partial<PackingChoices>) => void;
}

/** For each column, the field that it holds, its heading and first cells, its unit, and how its numbers are read. */
export function PackingMapping({ result: { columns, mapping }, choices, onChange }: MappingProps) {
  const t = useT();
  const fields = columns.map(({ field }) => field);
  const count = columns.length;
  return (
    <>
      <div className={importClasses.scroll}>
        <SimpleTable className={importClasses.mapping} label={t('shipments:packingList.columns')} lines="none">
          <tbody>
            <tr>
              {columns.map((column, at) => (
                <td key={at}>
                  <ColumnChoice
                    column={column}
                    name={column.heading || t('shipments:packingList.column', { number: at + 1 })}
                    onField={(field) => onChange({ columns: withColumn(fields, at, field) })}
                    onUnit={(unit) => onChange({ units: withChoice(choices.units, count, at, unit) })}
                    onMark={(mark) => onChange({ decimalMarks: withChoice(choices.decimalMarks, count, at, mark) })}
                  />
                </td>
              ))}
            </tr>
          </tbody>
        </SimpleTable>
      </div>
      {mapping === 'REMEMBERED' && <p className="quiet">{t('shipments:packingList.remembered')}</p>}
    </>
  );
}

interface ColumnProps {
  readonly column: Column;
  readonly name: string;
  readonly onField: (field: PackingField | null) => void;
  readonly onUnit: (unit: PackingUnit | null) => void;
  readonly onMark: (mark: '.' | ',') => void;
}

function ColumnChoice({ column, name, onField, onUnit, onMark }: ColumnProps) {
  const t = useT();
  const { field, samples, numbers, unit, question } = column;
  // The questions about numbers and units stand beside their own choices.
  const isOfField = question !== null && numbers?.reading !== 'OPEN' && !unit?.isOpen;
  return (
    <>
      <select
        aria-label={t('shipments:packingList.columnHolds', { column: name })}
        data-unused={field === null || undefined}
        value={field ?? ''}
        onChange={({ currentTarget: { value } }) => onField(PACKING_LIST_FIELDS.find((one) => one === value) ?? null)}
      >
        <option value="">{t('shipments:packingList.unused')}</option>
        {PACKING_LIST_FIELDS.map((one) => (
          <option key={one} value={one}>
            {t(`shipments:packingList.fields.${one}`)}
          </option>
        ))}
      </select>
      <b>{name}</b>
      {samples.slice(0, 2).map((sample, index) => (
        <span key={index}>{sample || EN_DASH}</span>
      ))}
      {unit && <UnitChoice unit={unit} name={name} onUnit={onUnit} />}
      {numbers && <NumberReadingChoice {...numbers} column={name} onChoose={onMark} />}
      {isOfField && <p className={`problem ${classes['question'] ?? ''}`}>{question}</p>}
    </>
  );
}

function UnitChoice({
  unit: { kind, unit, isOpen },
  name,
  onUnit,
}: {
  unit: NonNullable<Column['unit']>;
  name: string;
  onUnit: ColumnProps['onUnit'];
}) {
  const t = useT();
  const units: readonly PackingUnit[] = kind === 'WEIGHT' ? WRITTEN_WEIGHT_UNITS : CARTON_DIMENSION_UNITS;
  return (
    <select
      className={classes['unit']}
      aria-label={t('shipments:packingList.unitOf', { column: name })}
      data-open={isOpen || undefined}
      value={unit ?? ''}
      onChange={({ currentTarget: { value } }) => onUnit(units.find((one) => one === value) ?? null)}
    >
      {unit === null && (
        <option value="" disabled={isOpen}>
          {t(isOpen ? 'shipments:packingList.unitOpen' : 'shipments:packingList.unitInCells')}
        </option>
      )}
      {units.map((one) => (
        <option key={one} value={one}>
          {t(`shipments:packingList.unit.${one}`)}
        </option>
      ))}
    </select>
  );
}
