import { useNavigate } from 'react-router';
import { useT, useText } from '../../i18n/i18n.ts';
import { useDarkToggle } from './dark-toggle.ts';
import { useAddEntries, useAddNewTiles } from './add-entries.ts';
import { addNewDialog } from './drawer-state.ts';
import { DASHBOARD } from './nav-items.ts';
import { useNav } from './use-nav.ts';

export interface ShellKey {
  /** The keys as they are displayed. The key names for `useKeys` are derived from them. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly act: () => void;
}

/**
 * The shortcuts that work on every screen for this person. `useKeys` registers the shortcuts, and the shortcut dialog
 * lists them.
 */
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

/** Converts shortcuts to the form that `useKeys` expects. */
export const keyMapOf = (keys: readonly ShellKey[]): Record<string, () => void> =>
  Object.fromEntries(
    keys.map(({ keys: names, act }) => [
      names.map((name) => (name.length === 1 ? name.toLowerCase() : name)).join(' '),
      act,
    ]),
  );
