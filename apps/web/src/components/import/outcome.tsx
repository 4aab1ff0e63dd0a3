import { IconArrowBackUp, IconBan, IconCircleCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, Note } from '../ui/states.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { formatCount, formatInstant } from '../../lib/words/format.ts';
import { useStart } from './import-api.ts';
import { useImportKit } from './import-kit.ts';
import type { AnyImport } from './import-types.ts';
import { countsInShort, keptAside } from './import-words.ts';
import classes from './import.module.css';
import { useUndoWithConfirm } from './use-undo.ts';

/** The card that says how an import ended: imported, refused, failed, cancelled or undone. */
export function Outcome({ result }: { result: AnyImport }) {
  const t = useT();
  const { paths } = useImportKit();
  const again = <ActionButton to={paths.list}>{t('imports:again')}</ActionButton>;
  switch (result.state) {
    case 'IMPORTED':
      return <Imported result={result} />;
    case 'REFUSED':
      return <Refused result={result} />;
    case 'FAILED':
      return (
        <Note tone="danger" icon={IconX} role="alert" action={again}>
          <b>{t('imports:failed')}.</b> {result.failure ?? t('imports:failedBody')} {t('imports:refusedHint')}
        </Note>
      );
    case 'CANCELLED':
      return (
        <Note tone="neutral" icon={IconBan} role="status" action={again}>
          <b>{t('imports:cancelled')}.</b> {t('imports:refusedHint')}
        </Note>
      );
    case 'UNDONE':
      return <Undone result={result} />;
    default:
      return null;
  }
}

/** Shown when errors prevented the import. The person can still import the valid rows. */
function Refused({ result }: { result: AnyImport }) {
  const t = useT();
  const kit = useImportKit();
  const permission = usePermission(kit.specs.start);
  const start = useStart(result.id);
  const { create, update, fail } = result.counts;
  return (
    <Note
      tone="danger"
      role="alert"
      action={
        create + update > 0 && (
          <ActionButton
            size="xs"
            permission={permission}
            loading={start.isPending}
            onClick={() => start.mutate('VALID_ROWS')}
          >
            {kit.words(t).run(result.counts)}
            {keptAside(result.counts, t)}
          </ActionButton>
        )
      }
    >
      <b>{t('imports:refused')}.</b> {t('imports:refusedBody', { count: fail, formatted: formatCount(fail) })}
    </Note>
  );
}

function Imported({ result }: { result: AnyImport }) {
  const t = useT();
  const { specs, paths, words: wordsIn } = useImportKit();
  const words = wordsIn(t);
  const permission = usePermission(specs.undo);
  const stored = paths.stored(result.id);
  const { undo, isBusy } = useUndoWithConfirm(result);
  const { create, update } = result.counts;
  return (
    <Card flush>
      <div role="status">
        <EmptyState
          icon={IconCircleCheck}
          title={words.done}
          actions={
            <>
              {create + update > 0 && stored !== undefined && (
                <ActionButton variant="filled" to={stored}>
                  {words.show}
                </ActionButton>
              )}
              {result.canUndo && (
                <ActionButton icon={IconArrowBackUp} permission={permission} loading={isBusy} onClick={undo}>
                  {t('imports:undo.action')}
                </ActionButton>
              )}
              <ActionButton to={paths.list}>{t('imports:again')}</ActionButton>
            </>
          }
        >
          {countsInShort(result.counts, t)}.
        </EmptyState>
      </div>
    </Card>
  );
}

/** Explains what the undo has changed, and which rows could not be changed back. */
function Undone({ result: { undo } }: { result: AnyImport }) {
  const t = useT();
  const { paths, keptName, words: wordsIn } = useImportKit();
  const words = wordsIn(t);
  if (!undo) return null;
  return (
    <>
      <Note
        tone={undo.keptCount > 0 ? 'warning' : 'positive'}
        icon={IconArrowBackUp}
        role="status"
        action={<ActionButton to={paths.list}>{t('imports:again')}</ActionButton>}
      >
        <b>{t('imports:undo.undone', { when: formatInstant(undo.at) })}</b> {words.deleted(undo.deleted)},{' '}
        {t('imports:undo.restored', { count: undo.restored, formatted: formatCount(undo.restored) })}
        {undo.keptCount > 0 && (
          <>, {t('imports:undo.kept', { count: undo.keptCount, formatted: formatCount(undo.keptCount) })}</>
        )}
        .
      </Note>
      {undo.keptCount > 0 && (
        <Card title={t('imports:undo.keptTitle')} hint={t('imports:undo.keptHint')} flush>
          <SimpleTable className={classes.rows} cards="1fr auto" label={t('imports:undo.keptTitle')}>
            <thead>
              <tr>
                <th scope="col" className={classes.end}>
                  {t('imports:row')}
                </th>
                <th scope="col">{words.keptRecord}</th>
                <th scope="col">{t('imports:reason')}</th>
              </tr>
            </thead>
            <tbody>
              {undo.kept.map((row) => {
                const { id, label, path } = keptName(row);
                return (
                  <tr key={id}>
                    <td className={`${classes.end} num`}>{formatCount(row.row)}</td>
                    <th scope="row">{row.reason === 'DELETED' ? label : <Link to={path}>{label}</Link>}</th>
                    <td data-wide>{t(`imports:undo.reason.${row.reason}`)}</td>
                  </tr>
                );
              })}
            </tbody>
          </SimpleTable>
          {undo.keptCount > undo.kept.length && (
            <p className={classes.foot}>
              {t('imports:errorsFirst', {
                shown: formatCount(undo.kept.length),
                total: formatCount(undo.keptCount),
              })}
            </p>
          )}
        </Card>
      )}
    </>
  );
}
