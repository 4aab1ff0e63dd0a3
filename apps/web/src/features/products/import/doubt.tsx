import { LIGHT_GRAMS, THIN_DENSITY } from '@quayside/contracts/products/product-imports';
import type { AnyImport } from '../../../components/import/import-types.ts';
import classes from '../../../components/import/import.module.css';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';

/** Questions weights and sizes that look as if they were in another unit. */
export function Doubt({ result: { parcels } }: { result: AnyImport }) {
  const t = useT();
  if (!parcels?.doubt) return null;
  return (
    <div className={classes.doubt}>
      <Note tone="warning" role="alert">
        {parcels.doubt === 'LIGHT'
          ? t('products:import.doubt.LIGHT', { weight: LIGHT_GRAMS })
          : t('products:import.doubt.THIN', { density: THIN_DENSITY })}
      </Note>
    </div>
  );
}
