import type { ImportAction } from '@quayside/contracts/imports';
import {
  IconAlertTriangle,
  IconEqual,
  IconFileSpreadsheet,
  IconPencil,
  IconPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useT } from '../../i18n/i18n.ts';
import { formatCount } from '../../lib/words/format.ts';
import type { Tone } from '../../theme/theme.ts';
import type { AnyImport } from './import-types.ts';
import classes from './import.module.css';

export const ACTION_LOOKS: Record<ImportAction, { readonly icon: TablerIcon; readonly tone: Tone }> = {
  CREATE: { icon: IconPlus, tone: 'positive' },
  UPDATE: { icon: IconPencil, tone: 'info' },
  SKIP: { icon: IconEqual, tone: 'neutral' },
  FAIL: { icon: IconAlertTriangle, tone: 'danger' },
};

/** The number of rows with this action. If no action is given, the number of all rows. */
export function rowsOf(
  { rows, create, update, skip, fail }: AnyImport['counts'],
  action: ImportAction | undefined,
): number {
  return action === undefined ? rows : { CREATE: create, UPDATE: update, SKIP: skip, FAIL: fail }[action];
}

interface TilesProps {
  readonly counts: AnyImport['counts'];
  /** The accessible name of the group of tiles, which says whether the import is still to come or done. */
  readonly label: string;
  readonly chosen: ImportAction | undefined;
  readonly onChoose: (action: ImportAction | undefined) => void;
}

/** Tiles with the number of rows by action. A click on a tile filters the rows below. */
export function CountTiles({ counts, label, chosen, onChoose }: TilesProps) {
  const t = useT();
  const tiles: readonly (readonly [ImportAction | undefined, string, TablerIcon])[] = [
    [undefined, t('imports:rows'), IconFileSpreadsheet],
    ['CREATE', t('imports:create'), ACTION_LOOKS.CREATE.icon],
    ['UPDATE', t('imports:update'), ACTION_LOOKS.UPDATE.icon],
    ['SKIP', t('imports:skip'), ACTION_LOOKS.SKIP.icon],
    ['FAIL', t('imports:fail'), ACTION_LOOKS.FAIL.icon],
  ];
  return (
    <div className={classes.tiles} role="group" aria-label={label}>
      {tiles.map(([action, word, Icon]) => {
        const count = rowsOf(counts, action);
        return (
          <button
            key={word}
            type="button"
            className={classes.tile}
            data-tone={action === 'FAIL' && count > 0 ? 'danger' : undefined}
            aria-pressed={chosen === action}
            disabled={count === 0 && action !== undefined}
            onClick={() => onChoose(action)}
          >
            <span className={classes.tileWord}>
              <Icon size={14} stroke={1.75} aria-hidden /> {word}
            </span>
            <span className={`${classes.tileCount} num`}>{formatCount(count)}</span>
          </button>
        );
      })}
    </div>
  );
}
