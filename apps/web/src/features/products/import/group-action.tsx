import { EVERY_WRONG } from '@quayside/contracts/imports';
import type { ErrorGroup, MappingState } from '../../../components/import/import-types.ts';
import classes from '../../../components/import/import.module.css';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { MissingSuppliers } from './missing-suppliers.tsx';

interface GroupProps {
  readonly group: ErrorGroup;
  readonly mapping: MappingState;
}

/** What can be done about a group of errors beside choosing what words mean. */
export const GroupAction = ({ field, ...props }: GroupProps & { field: string }) =>
  field === 'barcode' ? <WithoutBarcode {...props} /> : <MissingSuppliers {...props} />;

/** Imports the rows whose barcodes are wrong without them, so that one bad column does not keep the products out. */
function WithoutBarcode({ group: { count }, mapping }: GroupProps) {
  const t = useT();
  if (mapping.values.some(({ field, from }) => field === 'barcode' && from === EVERY_WRONG)) return null;
  return (
    <div className={classes.missing}>
      <ActionButton
        size="xs"
        loading={mapping.isChecking}
        onClick={() => mapping.chooseValue('barcode', EVERY_WRONG, null)}
      >
        {t('products:import.withoutBarcode', { count, formatted: formatCount(count) })}
      </ActionButton>
    </div>
  );
}
