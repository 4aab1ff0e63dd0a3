import type { RateTableImport } from '@quayside/contracts/rate-tables';
import type { AuditValue, FieldChange } from '../../events/audit-actions.ts';

type Change = RateTableImport['sample'][number]['changes'][number];

/** Changes as a preview shows them. `name` is that of the record to which a change refers, as the table writes it. */
export const shownChanges = (changes: readonly FieldChange[], name: string | null | undefined): Change[] =>
  changes.map(({ field, from, to }) => ({ field, from: textOf(from, null), to: textOf(to, name ?? null) }));

const textOf = (value: AuditValue, name: string | null): string | null => {
  if (value === null) return null;
  return typeof value === 'object' ? name : String(value);
};
