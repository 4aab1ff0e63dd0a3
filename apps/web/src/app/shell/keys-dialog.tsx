import { useT } from '../../i18n/i18n.ts';
import { Dialog } from '../../components/ui/confirm.tsx';
import { KeyHint } from '../../components/ui/figures.tsx';
import classes from './shell.module.css';

/** All keys, on `?`. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const groups = [
    {
      title: t('shell:keysDialog.anywhere'),
      keys: [
        [['g', 'd'], t('shell:keysDialog.goDashboard')],
        [['g', 's'], t('shell:keysDialog.goSuppliers')],
        [['g', 'p'], t('shell:keysDialog.goProducts')],
        [['g', 'i'], t('shell:keysDialog.goInvoices')],
        [['c', 's'], t('shell:keysDialog.addSupplier')],
        [['c', 'p'], t('shell:keysDialog.addProduct')],
        [['c', 'i'], t('shell:keysDialog.addInvoice')],
        [['Ctrl', 'K'], t('palette:title')],
        [['Ctrl', '.'], t('shell:keysDialog.dark')],
        [['?'], t('shell:keysDialog.keys')],
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
