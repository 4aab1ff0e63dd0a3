import { useDebouncedValue } from '@mantine/hooks';
import type { SupplierValues } from '../supplier-values.ts';
import { useDuplicates } from './api.ts';
import type { Duplicate } from './duplicates-note.tsx';

const TYPING_MS = 350;
const SHORTEST = 2;
const NONE: readonly Duplicate[] = [];

/**
 * Finds suppliers that may be the same company as the one in the form. The search is debounced while somebody types.
 */
export function useTypedDuplicates(values: SupplierValues, exceptId?: string): readonly Duplicate[] {
  const { companyName, localName, email, telephone, xeroId } = values;
  const described = { companyName, localName, email, telephone, xeroId };
  const typed = Object.fromEntries(Object.entries(described).filter(([, value]) => value.trim().length >= SHORTEST));
  // The values are debounced as a string, because equal strings count as unchanged, whereas equal objects do not.
  const [words] = useDebouncedValue(JSON.stringify(typed), TYPING_MS);
  const query = JSON.parse(words) as Partial<typeof described>;
  const isOn = Object.keys(query).length > 0;
  const found = useDuplicates({ ...query, ...(exceptId ? { exceptId } : {}) }, isOn);
  return isOn ? (found.data ?? NONE) : NONE;
}
