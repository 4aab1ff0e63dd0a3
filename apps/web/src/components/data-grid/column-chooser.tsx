import { Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconGripVertical,
  IconPin,
  IconPinnedOff,
  IconSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import { CheckInput, TextInput } from '../form/inputs.tsx';
import { Popover } from '../ui/layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import { IconButton } from '../ui/action-button.tsx';
import classes from './data-grid.module.css';
import { type ColumnState, moveColumn, setHidden, setPinned } from './grid-state.ts';

export interface ColumnChooserProps {
  readonly columns: readonly ColumnState[];
  readonly names: ReadonlyMap<string, string>;
  readonly onChange: (columns: readonly ColumnState[]) => void;
  readonly onReset: () => void;
}

/**
 * Lets the person show, hide, reorder and pin columns. There is a button for everything that can be done by dragging.
 */
export function ColumnChooser({ columns, names, onChange, onReset }: ColumnChooserProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [find, setFind] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const nameOf = (id: string) => names.get(id) ?? id;
  const shown = columns.filter(({ id }) => nameOf(id).toLowerCase().includes(find.trim().toLowerCase()));
  const drop = (target: string) => {
    if (dragged)
      onChange(
        moveColumn(
          columns,
          dragged,
          columns.findIndex(({ id }) => id === target),
        ),
      );
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <IconButton
            outlined
            icon={IconColumns3}
            label={t('grid.columns')}
            expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('grid.columns')}>
        <div className={classes.chooser}>
          <TextInput
            aria-label={t('grid.columnSearch')}
            placeholder={t('grid.columnSearch')}
            value={find}
            onChange={setFind}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          />
          <ul className={classes.columnList}>
            {shown.length === 0 && <li>{t('grid.columnNone')}</li>}
            {shown.map((column) => {
              const at = columns.indexOf(column);
              const name = nameOf(column.id);
              return (
                <li
                  key={column.id}
                  className={classes.columnRow}
                  data-over={over === column.id && dragged !== column.id ? true : undefined}
                  draggable
                  onDragStart={() => setDragged(column.id)}
                  onDragOver={(event) => (event.preventDefault(), setOver(column.id))}
                  onDragEnd={() => (setDragged(undefined), setOver(undefined))}
                  onDrop={() => drop(column.id)}
                >
                  <span className={classes.grip} title={t('grid.drag', { name })}>
                    <IconGripVertical size={14} stroke={1.75} aria-hidden />
                  </span>
                  <CheckInput
                    className={classes.columnName ?? ''}
                    size="xs"
                    label={name}
                    checked={!column.hidden}
                    onChange={(next) => onChange(setHidden(columns, column.id, !next))}
                  />
                  <IconButton
                    size={24}
                    icon={IconArrowUp}
                    label={t('grid.moveUp', { name })}
                    disabled={at === 0}
                    onClick={() => onChange(moveColumn(columns, column.id, at - 1))}
                  />
                  <IconButton
                    size={24}
                    icon={IconArrowDown}
                    label={t('grid.moveDown', { name })}
                    disabled={at === columns.length - 1}
                    onClick={() => onChange(moveColumn(columns, column.id, at + 1))}
                  />
                  <IconButton
                    size={24}
                    icon={column.pinned ? IconPinnedOff : IconPin}
                    pressed={column.pinned ?? false}
                    label={column.pinned ? t('grid.unpin', { name }) : t('grid.pin', { name })}
                    onClick={() => onChange(setPinned(columns, column.id, !column.pinned))}
                  />
                </li>
              );
            })}
          </ul>
          <div className={classes.chooserFoot}>
            <Button size="xs" variant="subtle" onClick={onReset}>
              {t('reset')}
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
