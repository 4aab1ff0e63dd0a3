import { Link } from 'react-router';
import { Dialog } from '../../components/ui/confirm.tsx';
import { useT, useText } from '../../i18n/i18n.ts';
import { useAddNewTiles } from './add-entries.ts';
import { addNewDialog } from './drawer-state.ts';
import classes from './shell.module.css';

/**
 * A dialog with a tile for each kind of record that the person can add. A click on a tile closes the dialog and opens
 * the screen to add the record, or the list of these records.
 */
export function AddNewDialog({ opened }: { opened: boolean }) {
  const t = useT();
  const text = useText();
  const tiles = useAddNewTiles();
  const close = () => addNewDialog.set(false);
  return (
    <Dialog title={t('shell:addNew')} size={740} opened={opened} onClose={close}>
      <div className={classes.addTiles}>
        {tiles.map(({ key, to, icon: Icon, label, hint }, index) => (
          <Link key={key} to={to} className={classes.addTile} onClick={close} data-autofocus={index === 0 || undefined}>
            <Icon size={24} stroke={1.75} aria-hidden />
            {text(label)}
            <small>{text(hint)}</small>
          </Link>
        ))}
      </div>
    </Dialog>
  );
}
