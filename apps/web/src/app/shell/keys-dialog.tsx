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
      title: t('keys:anywhere'),
      keys: [
        ...anywhere.map(({ keys, label }) => [keys, label] as const),
        [['Ctrl', 'Z'], t('keys:undoNewest')],
        [['Esc'], t('keys:escape')],
      ],
    },
    {
      title: t('keys:tables'),
      keys: [
        [['/'], t('keys:search')],
        [['←', '↑', '↓', '→'], t('keys:arrows')],
        [['Home', 'End'], t('keys:homeEnd')],
        [['Enter'], t('keys:openRow')],
        [['Space'], t('keys:preview')],
        [['[', ']'], t('keys:neighbours')],
        [['Shift', 'Enter'], t('keys:sortMore')],
        [['e'], t('keys:explain')],
        [['p'], t('keys:markPaid')],
      ],
    },
    {
      title: t('keys:cells'),
      keys: [
        [['F2'], t('keys:edit')],
        [['Shift', '↓'], t('keys:mark')],
        [['Ctrl', 'C'], t('keys:copy')],
        [['Ctrl', 'V'], t('keys:paste')],
        [['Ctrl', 'D'], t('keys:fillDown')],
        [['Ctrl', 'Enter'], t('keys:fillSame')],
        [['Del'], t('keys:clear')],
        [['Ctrl', 'Z'], t('keys:undo')],
        [['Ctrl', 'Y'], t('keys:redo')],
      ],
    },
    {
      title: t('keys:lines'),
      keys: [
        [['Enter'], t('keys:nextLine')],
        [['Alt', 'Enter'], t('keys:openLine')],
        [['Ctrl', 'Del'], t('keys:removeLine')],
      ],
    },
    {
      title: t('keys:forms'),
      keys: [
        [['Ctrl', 'S'], t('keys:save')],
        [['Ctrl', 'Enter'], t('keys:mainAction')],
        [['120*0.85+14'], t('keys:sums')],
      ],
    },
    {
      title: t('keys:documents'),
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
    <Dialog opened={opened} onClose={onClose} size={640} title={t('keys:title')}>
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
      <p className={classes.keyNote}>{t('keys:note')}</p>
    </Dialog>
  );
}
