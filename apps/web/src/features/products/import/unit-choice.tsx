import {
  type ColumnUnit,
  WRITTEN_LENGTH_UNITS,
  WRITTEN_WEIGHT_UNITS,
  type WrittenUnit,
} from '@quayside/domain/products/units';
import { useT } from '../../../i18n/i18n.ts';
import classes from '../../../components/import/import.module.css';

interface UnitChoiceProps {
  /** The heading of the column. */
  readonly column: string;
  readonly of: ColumnUnit;
  /** Undefined when the unit can no longer be chosen. */
  readonly onChoose: ((unit: WrittenUnit | null) => void) | undefined;
}

/** Says in which unit a column of measures is read, and asks where nothing in the file names it. */
export function UnitChoice({ column, of: { kind, unit, from }, onChoose }: UnitChoiceProps) {
  const t = useT();
  const units: readonly WrittenUnit[] = kind === 'WEIGHT' ? WRITTEN_WEIGHT_UNITS : WRITTEN_LENGTH_UNITS;
  const none = from === 'OPEN' ? 'unitOpen' : from === 'CELLS' ? 'unitOfCells' : 'unitOfRow';
  return (
    <select
      className={classes.unit}
      aria-label={t('products:import.unitOf', { column })}
      data-open={from === 'OPEN' || undefined}
      value={unit ?? ''}
      disabled={!onChoose}
      title={from === 'HEADING' ? t('products:import.unitOfHeading') : undefined}
      onChange={({ currentTarget: { value } }) => onChoose?.(units.find((one) => one === value) ?? null)}
    >
      {(unit === null || from === 'CHOSEN') && (
        <option value="" disabled={from === 'OPEN'}>
          {t(`products:import.${none}`)}
        </option>
      )}
      {units.map((one) => (
        <option key={one} value={one}>
          {t(`products:unit.${one}`)}
        </option>
      ))}
    </select>
  );
}
