import type { PackingList } from '@quayside/contracts/shipments/packing-lists';
import { WRITTEN_WEIGHT_UNITS } from '@quayside/domain/products/units';
import { CARTON_DIMENSION_UNITS } from '@quayside/domain/shipments/option-lists';
import { useT } from '../../../i18n/i18n.ts';
import classes from './packing-list.module.css';
import type { PackingUnit } from './packing-choices.ts';

interface QuestionProps {
  readonly column: PackingList['columns'][number];
  /** The heading of the column. */
  readonly name: string;
  readonly onUnit: (unit: PackingUnit | null) => void;
}

/** The unit of a column of measures, and what else is asked about a column. */
export function ColumnQuestions({ column: { unit, numbers, question }, name, onUnit }: QuestionProps) {
  const t = useT();
  const units: readonly PackingUnit[] = unit?.kind === 'WEIGHT' ? WRITTEN_WEIGHT_UNITS : CARTON_DIMENSION_UNITS;
  // The questions about numbers and units stand beside their own choices.
  const isOfField = question !== null && numbers?.reading !== 'OPEN' && !unit?.isOpen;
  return (
    <>
      {unit && (
        <select
          className={classes['unit']}
          aria-label={t('shipments:packingList.unitOf', { column: name })}
          data-open={unit.isOpen || undefined}
          value={unit.unit ?? ''}
          onChange={({ currentTarget: { value } }) => onUnit(units.find((one) => one === value) ?? null)}
        >
          {unit.unit === null && (
            <option value="" disabled={unit.isOpen}>
              {t(unit.isOpen ? 'shipments:packingList.unitOpen' : 'shipments:packingList.unitInCells')}
            </option>
          )}
          {units.map((one) => (
            <option key={one} value={one}>
              {t(`shipments:packingList.unit.${one}`)}
            </option>
          ))}
        </select>
      )}
      {isOfField && <p className={`problem ${classes['question'] ?? ''}`}>{question}</p>}
    </>
  );
}
