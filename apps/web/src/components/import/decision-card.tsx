import { SegmentedControl } from '@mantine/core';
import type { ImportMode } from '@quayside/contracts/imports';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { useKeys } from '../../lib/page/keys.ts';
import { useCancel, useStart } from './import-api.ts';
import { useImportKit } from './import-kit.ts';
import type { AnyImport } from './import-types.ts';
import { isMapped, keptAside, planOf } from './import-words.ts';
import classes from './import.module.css';

const MODES: readonly ImportMode[] = ['VALID_ROWS', 'ALL_OR_NOTHING'];

/**
 * The card on which the person decides after the check: import all rows, import only the valid rows, or do not import.
 */
export function Decision({ result, isUnchecked }: { result: AnyImport; isUnchecked: boolean }) {
  const t = useT();
  const { specs, identity, words: wordsIn } = useImportKit();
  const words = wordsIn(t);
  const permission = usePermission(specs.start);
  const start = useStart(result.id);
  const cancel = useCancel(result.id);
  const [mode, setMode] = useState<ImportMode>('VALID_ROWS');
  const { blocked } = planOf(result, mode);
  const reasons = {
    errors: t('imports:blocked', { count: result.counts.fail }),
    noneRight: t('imports:noneRight'),
    nothing: isMapped(result, identity) ? words.nothingToDo : words.nothingMapped,
  };
  const isBusy = start.isPending || cancel.isPending;
  const reason = isUnchecked ? t('imports:uncheckedBlocked') : blocked ? reasons[blocked] : null;
  useKeys({ 'Ctrl Enter': reason !== null || isBusy || !permission.allowed ? undefined : () => start.mutate(mode) });
  return (
    <div className={classes.decide}>
      {result.counts.fail > 0 ? (
        <div className={classes.modes}>
          <span className="field-label" id="import-mode">
            {t('imports:mode')}
          </span>
          <SegmentedControl
            aria-labelledby="import-mode"
            value={mode}
            disabled={!permission.allowed}
            onChange={(value) => setMode(value as ImportMode)}
            data={MODES.map((value) => ({ value, label: t(`imports:modes.${value}`) }))}
          />
          <span className="muted">{t(`imports:modeHelp.${mode}`)}</span>
        </div>
      ) : (
        <p className="muted" role="status">
          {result.failure ?? (blocked === 'nothing' ? reasons.nothing : t('imports:allFine'))}
        </p>
      )}
      <div className={classes.verbs}>
        <ActionButton
          permission={permission}
          loading={cancel.isPending}
          disabled={isBusy}
          onClick={() => cancel.mutate()}
        >
          {t('imports:leave')}
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
            {words.run(result.counts)}
            {mode === 'VALID_ROWS' && result.counts.fail > 0 && keptAside(result.counts, t)}
          </ActionButton>
        )}
      </div>
    </div>
  );
}
