import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { useState } from 'react';
import type { ErrorGroup, MappingState } from '../../../components/import/import-types.ts';
import classes from '../../../components/import/import.module.css';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useCreateSuppliers } from './api.ts';

/** A longer name may have been cut in the list of errors. */
const MAX_NAME = 99;
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
/** The names that no supplier has and that mean none either, each once, however it is spelled. */
function missingNames({ values }: ErrorGroup, mapping: MappingState): string[] {
  const isMapped = (name: string) =>
    mapping.values.some(({ field, from }) => field === 'supplier' && isSame(from, name));
  const names = values.map(({ value }) => value).filter((name) => name.length <= MAX_NAME && !isMapped(name));
  return names.filter((name, i) => names.findIndex((other) => isSame(name, other)) === i);
}

/** Creates the suppliers that the file names and that do not exist, with one currency, and checks the rows again. */
export function MissingSuppliers({ group, mapping }: { group: ErrorGroup; mapping: MappingState }) {
  const t = useT();
  const permission = usePermission(createSupplier);
  const create = useCreateSuppliers();
  const [currency, setCurrency] = useState('');
  const names = group.code === 'rows.supplier_unknown' ? missingNames(group, mapping) : [];
  const count = names.length;
  if (count === 0) return null;
  return (
    <div className={classes.missing}>
      <select
        className={classes.unit}
        aria-label={t('products:import.supplierCurrency')}
        value={currency}
        disabled={!permission.allowed}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      >
        <option value="" disabled>
          {t('products:import.supplierCurrency')}
        </option>
        {CURRENCIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {code}, {name}
          </option>
        ))}
      </select>
      <ActionButton
        size="xs"
        permission={permission}
        blocked={currency === '' ? t('products:import.chooseCurrency') : null}
        loading={create.isPending}
        onClick={() => create.mutate({ names, currency }, { onSettled: () => mapping.check?.() })}
      >
        {t('products:import.createSuppliers', { count, formatted: formatCount(count) })}
      </ActionButton>
    </div>
  );
}
