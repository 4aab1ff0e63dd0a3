import { useNavigate } from 'react-router';
import { useT, useText } from '../../i18n/i18n.ts';
import { useDarkToggle } from './dark-toggle.ts';
import { useAddEntries, useAddNewTiles } from './add-entries.ts';
import { addNewDialog } from './drawer-state.ts';
import { DASHBOARD } from './nav-items.ts';
import { useNav } from './use-nav.ts';

export interface ShellKey {
  /** Shortcuts as displayed; their names for `useKeys` are derived from them. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly act: () => void;
}

/** The shortcuts of every screen for this person. `useKeys` and the list of shortcuts both use it. */
export function useShellKeys(onKeys: () => void, onPalette: () => void): readonly ShellKey[] {
  const t = useT();
  const text = useText();
  const navigate = useNavigate();
  const { toggle } = useDarkToggle();
  const groups = useNav();
  const additions = useAddEntries();
  const hasTiles = useAddNewTiles().length > 0;
  const entries = [DASHBOARD, ...groups.filter(({ isLocked }) => !isLocked).flatMap(({ items }) => items)];
  return [
    ...entries.flatMap(({ shortcut, to }) =>
      shortcut ? [{ keys: shortcut.keys, label: text(shortcut.label), act: () => void navigate(to) }] : [],
    ),
    ...(hasTiles ? [{ keys: ['c', 'n'], label: t('shell:addNew'), act: () => addNewDialog.set(true) }] : []),
    ...additions.flatMap(({ action, to }) =>
      action?.keys ? [{ keys: action.keys, label: text(action.label), act: () => void navigate(to) }] : [],
    ),
    { keys: ['Ctrl', 'K'], label: t('palette:title'), act: onPalette },
    { keys: ['Ctrl', '.'], label: t('shell:keysDialog.dark'), act: toggle },
    { keys: ['?'], label: t('shell:keysDialog.keys'), act: onKeys },
  ];
}

/** The same for `useKeys`. */
export const keyMapOf = (keys: readonly ShellKey[]): Record<string, () => void> =>
  Object.fromEntries(
    keys.map(({ keys: names, act }) => [
      names.map((name) => (name.length === 1 ? name.toLowerCase() : name)).join(' '),
      act,
    ]),
  );
