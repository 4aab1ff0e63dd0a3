import { SegmentedControl } from '@mantine/core';
import { type ProductImport, startProductImport } from '@quayside/contracts/product-imports';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { useKeys } from '../../../lib/keys.ts';
import { useCancel, useStart } from './api.ts';
import { isMapped, keptAside, planOf, verbOf } from './import-words.ts';
import classes from './import.module.css';

type Mode = ProductImport['mode'];
const MODES: readonly Mode[] = ['VALID_ROWS', 'ALL_OR_NOTHING'];

/**
 * The card on which the person decides after the check: import all rows, import only the valid rows, or do not import.
 */
export function Decision({ result, isUnchecked }: { result: ProductImport; isUnchecked: boolean }) {
  const t = useT();
  const permission = usePermission(startProductImport);
  const start = useStart(result.id);
  const cancel = useCancel(result.id);
  const [mode, setMode] = useState<Mode>('VALID_ROWS');
  const { blocked } = planOf(result, mode);
  const reasons = {
    errors: t('products:import.blocked', { count: result.counts.fail }),
    noneRight: t('products:import.noneRight'),
    nothing: t(isMapped(result) ? 'products:import.nothingToDo' : 'products:import.nothingMapped'),
  };
  const isBusy = start.isPending || cancel.isPending;
  const reason = isUnchecked ? t('products:import.uncheckedBlocked') : blocked ? reasons[blocked] : null;
  useKeys({ 'Ctrl Enter': reason !== null || isBusy || !permission.allowed ? undefined : () => start.mutate(mode) });
  return (
    <div className={classes.decide}>
      {result.counts.fail > 0 ? (
        <div className={classes.modes}>
          <span className="field-label" id="import-mode">
            {t('products:import.mode')}
          </span>
          <SegmentedControl
            aria-labelledby="import-mode"
            value={mode}
            disabled={!permission.allowed}
            onChange={(value) => setMode(value as Mode)}
            data={MODES.map((value) => ({ value, label: t(`products:import.modes.${value}`) }))}
          />
          <span className="muted">{t(`products:import.modeHelp.${mode}`)}</span>
        </div>
      ) : (
        <p className="muted" role="status">
          {result.failure ?? (blocked === 'nothing' ? reasons.nothing : t('products:import.allFine'))}
        </p>
      )}
      <div className={classes.verbs}>
        <ActionButton
          permission={permission}
          loading={cancel.isPending}
          disabled={isBusy}
          onClick={() => cancel.mutate()}
        >
          {t('products:import.leave')}
        </ActionButton>
        {blocked !== 'nothing' && (
          <ActionButton
            variant="filled"
            icon={IconUpload}
            permission={permission}
            blocked={reason}
            loading={start.isPending}
            disabled={isBusy}
            keys="Ctrl ↵"
            onClick={() => start.mutate(mode)}
          >
            {verbOf(result.counts, t)}
            {mode === 'VALID_ROWS' && result.counts.fail > 0 && keptAside(result.counts, t)}
          </ActionButton>
        )}
      </div>
    </div>
  );
}
