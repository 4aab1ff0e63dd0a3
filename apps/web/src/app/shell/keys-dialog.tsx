import { useT } from '../../i18n/i18n.ts';
import { Dialog } from '../../components/ui/confirm.tsx';
import { KeyHint } from '../../components/ui/figures.tsx';
import type { ShellKey } from './shell-keys.ts';
import classes from './shell.module.css';

/**
 * The dialog that lists the shortcuts; `?` opens it. `anywhere` has the shortcuts that this person can use on every
 * screen.
 */
export function KeysDialog({
  anywhere,
  opened,
  onClose,
}: {
  anywhere: readonly ShellKey[];
  opened: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const groups = [
    {
      title: t('shell:keysDialog.anywhere'),
      keys: [
        ...anywhere.map(({ keys, label }) => [keys, label] as const),
        [['Ctrl', 'Z'], t('shell:keysDialog.undoNewest')],
        [['Esc'], t('shell:keysDialog.escape')],
      ],
    },
    {
      title: t('shell:keysDialog.tables'),
      keys: [
        [['/'], t('shell:keysDialog.search')],
        [['←', '↑', '↓', '→'], t('shell:keysDialog.arrows')],
        [['Home', 'End'], t('shell:keysDialog.homeEnd')],
        [['Enter'], t('shell:keysDialog.openRow')],
        [['Space'], t('shell:keysDialog.preview')],
        [['[', ']'], t('shell:keysDialog.neighbours')],
        [['Shift', 'Enter'], t('shell:keysDialog.sortMore')],
        [['e'], t('shell:keysDialog.explain')],
        [['p'], t('shell:keysDialog.markPaid')],
      ],
    },
    {
      title: t('shell:keysDialog.cells'),
      keys: [
        [['F2'], t('shell:keysDialog.edit')],
        [['Shift', '↓'], t('shell:keysDialog.mark')],
        [['Ctrl', 'C'], t('shell:keysDialog.copy')],
        [['Ctrl', 'V'], t('shell:keysDialog.paste')],
        [['Ctrl', 'D'], t('shell:keysDialog.fillDown')],
        [['Ctrl', 'Enter'], t('shell:keysDialog.fillSame')],
        [['Del'], t('shell:keysDialog.clear')],
        [['Ctrl', 'Z'], t('shell:keysDialog.undo')],
        [['Ctrl', 'Y'], t('shell:keysDialog.redo')],
      ],
    },
    {
      title: t('shell:keysDialog.lines'),
      keys: [
        [['Enter'], t('shell:keysDialog.nextLine')],
        [['Alt', 'Enter'], t('shell:keysDialog.openLine')],
        [['Ctrl', 'Del'], t('shell:keysDialog.removeLine')],
      ],
    },
    {
      title: t('shell:keysDialog.forms'),
      keys: [
        [['Ctrl', 'S'], t('shell:keysDialog.save')],
        [['Ctrl', 'Enter'], t('shell:keysDialog.mainAction')],
        [['120*0.85+14'], t('shell:keysDialog.sums')],
      ],
    },
    {
      title: t('shell:keysDialog.documents'),
      keys: [
        [['Alt', 'PgUp'], t('documents:viewer.previousPage')],
        [['Alt', 'PgDn'], t('documents:viewer.nextPage')],
        [['Ctrl', 'Alt', '+'], t('documents:viewer.zoomIn')],
        [['Ctrl', 'Alt', '−'], t('documents:viewer.zoomOut')],
        [['Ctrl', 'Alt', '0'], t('documents:viewer.fit')],
      ],
    },
  ] as const;
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={t('shell:keysDialog.title')}>
      <div className={classes.keyGroups}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className={classes.keyTitle}>{group.title}</h3>
            <dl className={classes.keyList}>
              {group.keys.map(([keys, what]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    <KeyHint keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={classes.keyNote}>{t('shell:keysDialog.note')}</p>
    </Dialog>
  );
}
