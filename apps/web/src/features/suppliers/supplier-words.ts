import { partOfLeadTime } from '@quayside/contracts/suppliers/supplier-fields';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { countryOptions } from '@quayside/domain/products/countries';
import { readTerms } from '@quayside/domain/suppliers/terms-text';
import type { T } from '../../i18n/i18n.ts';
import { formatInstant } from '../../lib/words/format.ts';
import { FIELDS } from './supplier-values.ts';
import { termsInWords } from './terms/terms-words.ts';

/** The label of a field that an import or a bulk edit changes. For an unknown field, its name. */
export function supplierFieldWord(t: T, field: string): string {
  const time = partOfLeadTime(field);
  if (time) return t(`suppliers:import.leadTimePart.${time.part}`, { method: t(`shippingMethod.${time.method}`) });
  if (field === 'id') return t('suppliers:import.id');
  if (field === 'archivedAt') return t('suppliers:filter.archived');
  const known = FIELDS.find((one) => one === field);
  return known ? t(`suppliers:field.${known}`) : field;
}

/** Formats a value that an import or a bulk edit reports, as the screens of suppliers do. */
export function supplierValueWord(t: T, field: string, value: string): string {
  if (field === 'leadTime' || partOfLeadTime(field)) return t('days', { count: Number(value) });
  if (field === 'country') return countryOptions().find((one) => one.value === value)?.label ?? value;
  if (field === 'archivedAt') return formatInstant(value);
  if (field === 'paymentTerms') {
    const terms = readTerms(value);
    return 'is' in terms ? value : termsInWords(t, terms);
  }
  const method = SHIPPING_METHODS.find((one) => field === 'shippingMethod' && one === value);
  return method ? t(`shippingMethod.${method}`) : value;
}
