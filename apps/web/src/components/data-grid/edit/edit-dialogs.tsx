import { Button } from '@mantine/core';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import { IconArrowRight } from '@tabler/icons-react';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../../lib/words/format.ts';
import { useStore } from '../../../lib/store.ts';
import { NumberReadingChoice } from '../../form/number-reading.tsx';
import { Dialog } from '../../ui/confirm.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import type { GridColumn } from '../grid-types.ts';
import type { EditPlan } from './edit-plan.ts';
import classes from './edit.module.css';
import type { GridEdits } from './grid-edits.ts';

/** At most this many rows of a paste are listed. The counts include all rows. */
const LISTED = 200;

interface DialogsProps<Row, Totals> {
  readonly columns: readonly GridColumn<Row, Totals>[];
  readonly edits: GridEdits<Row>;
  /** The planned paste that waits for confirmation. */
  readonly plan: EditPlan | undefined;
  readonly onPlan: (isApplied: boolean) => void;
  readonly onMark: (columnId: string, mark: DecimalMark) => void;
}

/** The preview of a paste, and the dialog for cells that two people changed. */
export function EditDialogs<Row, Totals>({ columns, edits, plan, onPlan, onMark }: DialogsProps<Row, Totals>) {
  const conflicts = useStore(edits.store, ({ conflicts }) => conflicts);
  const headerOf = (columnId: string) => columns.find(({ id }) => id === columnId)?.header ?? columnId;
  if (plan) return <PasteDialog plan={plan} edits={edits} headerOf={headerOf} onPlan={onPlan} onMark={onMark} />;
  return conflicts.length > 0 ? <ConflictsDialog edits={edits} headerOf={headerOf} /> : null;
}

interface PartProps<Row> {
  readonly edits: GridEdits<Row>;
  readonly headerOf: (columnId: string) => string;
}

function PasteDialog<Row>({
  plan,
  edits,
  headerOf,
  onPlan,
  onMark,
}: PartProps<Row> & Pick<DialogsProps<Row, unknown>, 'onPlan' | 'onMark'> & { plan: EditPlan }) {
  const t = useT();
  const { changes, refused, same, rowsBeyond, columnsBeyond, numbers } = plan;
  const isOpen = numbers.some(({ reading }) => reading === 'OPEN');
  const nameOf = (rowId: string) => edits.nameOf(rowId);
  const listed = changes.slice(0, Math.max(0, LISTED - refused.length));
  const rest = changes.length - listed.length + Math.max(0, refused.length - LISTED);
  return (
    <Dialog
      title={t('grid.edit.pasteTitle')}
      size={720}
      onClose={() => onPlan(false)}
      footer={
        <>
          <Button onClick={() => onPlan(false)}>{t('cancel')}</Button>
          <Button
            variant="filled"
            disabled={changes.length === 0 || isOpen}
            onClick={() => onPlan(true)}
            {...(changes.length > 0 && !isOpen ? { 'data-autofocus': true } : {})}
          >
            {t('grid.edit.apply', { count: changes.length, formatted: formatCount(changes.length) })}
          </Button>
        </>
      }
    >
      <p className={classes['summary']} role="status">
        <b>{t('grid.edit.willChange', { count: changes.length, formatted: formatCount(changes.length) })}</b>
        {same > 0 && <span>{t('grid.edit.same', { count: same, formatted: formatCount(same) })}</span>}
        {refused.length > 0 && (
          <span className={classes['wrong']}>
            {t('grid.edit.refused', { count: refused.length, formatted: formatCount(refused.length) })}
          </span>
        )}
        {rowsBeyond > 0 && (
          <span className={classes['wrong']}>
            {t('grid.edit.rowsBeyond', { count: rowsBeyond, formatted: formatCount(rowsBeyond) })}
          </span>
        )}
        {columnsBeyond > 0 && (
          <span className={classes['wrong']}>{t('grid.edit.columnsBeyond', { count: columnsBeyond })}</span>
        )}
      </p>
      {numbers.map(({ columnId, ...read }) => (
        <NumberReadingChoice
          key={columnId}
          {...read}
          column={headerOf(columnId)}
          isNamed
          onChoose={(mark) => onMark(columnId, mark)}
        />
      ))}
      {changes.length + refused.length > 0 && (
        <ScrollRegion label={t('grid.edit.cells')} className={classes['scroll'] ?? ''}>
          <SimpleTable
            className={classes['table']}
            label={t('grid.edit.cells')}
            lines="below"
            isHeadSticky
            cards="repeat(2, minmax(0, 1fr))"
          >
            <thead>
              <tr>
                <th scope="col">{t('grid.edit.row')}</th>
                <th scope="col">{t('grid.edit.column')}</th>
                <th scope="col">{t('grid.edit.change')}</th>
              </tr>
            </thead>
            <tbody>
              {refused.slice(0, LISTED).map(({ rowId, columnId, text, message }) => (
                <tr key={`${rowId} ${columnId}`}>
                  <td>{nameOf(rowId)}</td>
                  <td>{headerOf(columnId)}</td>
                  <td className={classes['wrong']} data-wide>
                    {t('grid.edit.refusedCell', { text: text === '' ? EN_DASH : text, message })}
                  </td>
                </tr>
              ))}
              {listed.map(({ rowId, columnId, before, after }) => (
                <tr key={`${rowId} ${columnId}`}>
                  <td>{nameOf(rowId)}</td>
                  <td>{headerOf(columnId)}</td>
                  <td data-wide>
                    <span className={classes['before']}>{before === '' ? EN_DASH : before}</span>{' '}
                    <IconArrowRight
                      size={14}
                      stroke={1.75}
                      role="img"
                      aria-label={t('grid.edit.becomes')}
                      className={classes['arrow'] ?? ''}
                    />{' '}
                    <span className={classes['after']}>{after === '' ? EN_DASH : after}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </SimpleTable>
        </ScrollRegion>
      )}
      {rest > 0 && (
        <p className={classes['rest']}>{t('grid.edit.more', { count: rest, formatted: formatCount(rest) })}</p>
      )}
      {refused.length > 0 && changes.length > 0 && <p className={classes['rest']}>{t('grid.edit.refusedStay')}</p>}
    </Dialog>
  );
}

function ConflictsDialog<Row>({ edits, headerOf }: PartProps<Row>) {
  const t = useT();
  const { store } = edits;
  const { conflicts } = store.get();
  return (
    <Dialog
      title={t('grid.edit.conflictTitle', { count: conflicts.length })}
      size={680}
      onClose={() => void store.resolve([])}
      footer={
        <>
          <Button onClick={() => void store.resolve([])}>{t('grid.edit.keepTheirs')}</Button>
          <Button variant="filled" onClick={() => void store.resolve(conflicts)}>
            {t('grid.edit.useMine')}
          </Button>
        </>
      }
    >
      <p className={classes['summary']}>{t('grid.edit.conflictBody')}</p>
      <ScrollRegion label={t('grid.edit.cells')} className={classes['scroll'] ?? ''}>
        <SimpleTable
          className={classes['table']}
          label={t('grid.edit.cells')}
          lines="below"
          isHeadSticky
          cards="repeat(2, minmax(0, 1fr))"
        >
          <thead>
            <tr>
              <th scope="col">{t('grid.edit.row')}</th>
              <th scope="col">{t('grid.edit.column')}</th>
              <th scope="col">{t('grid.edit.mine')}</th>
              <th scope="col">{t('grid.edit.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map(({ rowId, columnId, rowName, mine, theirs }) => (
              <tr key={`${rowId} ${columnId}`}>
                <td>{rowName}</td>
                <td>{headerOf(columnId)}</td>
                <td data-label={t('grid.edit.mine')}>{mine === '' ? EN_DASH : mine}</td>
                <td data-label={t('grid.edit.theirs')}>{theirs === '' ? EN_DASH : theirs}</td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      </ScrollRegion>
    </Dialog>
  );
}
