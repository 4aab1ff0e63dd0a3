import { type Carton, cartonBody } from '@quayside/contracts/shipments/cartons';
import { splitUnit, WRITTEN_WEIGHT_UNITS } from '@quayside/domain/products/units';
import type { CellEdit, Parsed } from '../../../components/data-grid/edit/cell-edit.ts';
import type { T } from '../../../i18n/i18n.ts';
import { firstIssueWords } from '../../../i18n/rule-words.ts';
import { readTypedNumber } from '../../../lib/words/typed-number.ts';
import { WEIGHT_SYMBOLS } from './carton-words.ts';

/** How the measured weight of a carton is typed into its cell. The unit is typed too, because none is assumed. */
export function measuredEdit(t: T): CellEdit<Carton> {
  return {
    kind: 'text',
    fields: ['measuredWeight', 'weightUnit'],
    text: ({ measuredWeight, weightUnit }) =>
      measuredWeight === null ? '' : `${measuredWeight} ${WEIGHT_SYMBOLS[weightUnit]}`,
    parse: (text) => parseMeasured(t, text),
  };
}

const isWeight = (unit: string): unit is Carton['weightUnit'] =>
  (WRITTEN_WEIGHT_UNITS as readonly string[]).includes(unit);

function parseMeasured(t: T, text: string): Parsed {
  if (text.trim() === '') return { ok: true, text: '', patch: { measuredWeight: null } };
  const split = splitUnit(text);
  if (split === undefined || !isWeight(split.unit)) return { ok: false, message: t('shipments:cartons.typeUnit') };
  const read = readTypedNumber(split.number);
  if ('problem' in read) return { ok: false, message: read.problem };
  const checked = cartonBody.shape.measuredWeight.safeParse(read.plain);
  if (!checked.success) return { ok: false, message: firstIssueWords(checked.error) ?? '' };
  const measuredWeight = checked.data;
  return {
    ok: true,
    text: `${measuredWeight ?? ''} ${WEIGHT_SYMBOLS[split.unit]}`,
    patch: { measuredWeight, weightUnit: split.unit },
  };
}
