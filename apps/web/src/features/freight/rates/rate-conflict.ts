import type { FreightRate } from '@quayside/contracts/freight/freight-rates';
import { nameOfCountry } from '@quayside/domain/products/countries';
import { CONTAINERS } from '@quayside/domain/shipments/containers';
import type { ConflictField } from '../../../components/form/conflict-dialog.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { formatDay } from '../../../lib/words/format.ts';
import type { supplierOption } from '../../../lib/supplier-options.ts';
import { type RateValues, valuesOf } from './rate-values.ts';
import { priceFigure } from './rate-words.ts';

/** All fields of the form, in its order, so that nothing that somebody else has changed is overwritten unseen. */
const FIELDS = [
  'name',
  'forwarderId',
  'mode',
  'fromCountry',
  'toCountry',
  'transitDays',
  'validFrom',
  'validTo',
  'currency',
  'unit',
  'containerType',
  'leastCharge',
  'breaks',
  'fees',
  'divisor',
  'divisorUnit',
  'minimum',
  'step',
  'level',
  'sideRounding',
  'sideUnit',
  'notes',
] as const satisfies readonly Exclude<keyof RateValues, 'version'>[];
type Name = (typeof FIELDS)[number];
type Option = Pick<ReturnType<typeof supplierOption>, 'value' | 'label'>;

/** The fields of the dialog that shows both versions of a freight rate. */
export const rateConflictFields = (t: T, suppliers: readonly Option[]): ConflictField[] =>
  FIELDS.map((name) => ({
    name,
    label: t(`freight:field.${name === 'forwarderId' ? 'forwarder' : name}`),
    stored: (row) => valuesOf(row as unknown as FreightRate, '')[name],
    format: (value) => wordsOf(t, suppliers, name, value),
  }));

function wordsOf(t: T, suppliers: readonly Option[], name: Name, value: unknown): string {
  const text = String(value);
  switch (name) {
    case 'forwarderId':
      return suppliers.find((option) => option.value === text)?.label ?? text;
    case 'fromCountry':
    case 'toCountry':
      return nameOfCountry(text);
    case 'validFrom':
    case 'validTo':
      return formatDay(text);
    case 'breaks':
      return (value as RateValues['breaks']).map(({ from, price }) => `${from}: ${priceFigure(price)}`).join('; ');
    case 'fees':
      return (value as RateValues['fees']).map((fee) => `${fee.name} ${fee.amount}`).join('; ');
    case 'containerType':
      return CONTAINERS[text as keyof typeof CONTAINERS].name;
    case 'mode':
      return t(`freight:rates.mode.${text as FreightRate['mode']}`);
    case 'unit':
      return t(`freight:rates.unit.${text as FreightRate['unit']}`);
    case 'level':
      return t(`freight:rates.level.${text as FreightRate['level']}`);
    case 'divisorUnit':
      return t(`freight:rates.divisorUnit.${text as FreightRate['divisorUnit']}`);
    case 'sideRounding':
      return t(`freight:rates.sideRounding.${text as FreightRate['sideRounding']}`);
    case 'sideUnit':
      return t(`freight:rates.sideUnit.${text as FreightRate['sideUnit']}`);
    default:
      return text;
  }
}
