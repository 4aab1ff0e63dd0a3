import { type ProductImport, startProductImport, undoProductImport } from '@quayside/contracts/product-imports';
import { IconArrowBackUp, IconBan, IconCircleCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, Note } from '../../../components/ui/states.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { productHref } from '../product-values.ts';
import { useStart } from './api.ts';
import { countsInShort, keptAside, verbOf } from './import-words.ts';
import classes from './import.module.css';
import { useUndoWithConfirm } from './use-undo.ts';

/** The card that says how an import ended: imported, refused, failed, cancelled or undone. */
export function Outcome({ result }: { result: ProductImport }) {
  const t = useT();
  const again = <ActionButton to={paths.productImport()}>{t('products:import.again')}</ActionButton>;
  switch (result.state) {
    case 'IMPORTED':
      return <Imported result={result} />;
    case 'REFUSED':
      return <Refused result={result} />;
    case 'FAILED':
      return (
        <Note tone="danger" icon={IconX} role="alert" action={again}>
          <b>{t('products:import.failed')}.</b> {result.failure ?? t('products:import.failedBody')}{' '}
          {t('products:import.refusedHint')}
        </Note>
      );
    case 'CANCELLED':
      return (
        <Note tone="neutral" icon={IconBan} role="status" action={again}>
          <b>{t('products:import.cancelled')}.</b> {t('products:import.refusedHint')}
        </Note>
      );
    case 'UNDONE':
      return <Undone result={result} />;
    default:
      return null;
  }
}

/** Shown when errors prevented the import. The person can still import the valid rows. */
function Refused({ result }: { result: ProductImport }) {
  const t = useT();
  const permission = usePermission(startProductImport);
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
            {verbOf(result.counts, t)}
            {keptAside(result.counts, t)}
          </ActionButton>
        )
      }
    >
      <b>{t('products:import.refused')}.</b>{' '}
      {t('products:import.refusedBody', { count: fail, formatted: formatCount(fail) })}
    </Note>
  );
}

function Imported({ result }: { result: ProductImport }) {
  const t = useT();
  const permission = usePermission(undoProductImport);
  const { undo, isBusy } = useUndoWithConfirm(result);
  const { create, update } = result.counts;
  return (
    <Card flush>
      <div role="status">
        <EmptyState
          icon={IconCircleCheck}
          title={t('products:import.done')}
          actions={
            <>
              {create + update > 0 && (
                <ActionButton variant="filled" to={paths.productsOfImport(result.id)}>
                  {t('products:import.showThese')}
                </ActionButton>
              )}
              {result.canUndo && (
                <ActionButton icon={IconArrowBackUp} permission={permission} loading={isBusy} onClick={undo}>
                  {t('products:import.undo.action')}
                </ActionButton>
              )}
              <ActionButton to={paths.productImport()}>{t('products:import.again')}</ActionButton>
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
function Undone({ result: { undo } }: { result: ProductImport }) {
  const t = useT();
  if (!undo) return null;
  return (
    <>
      <Note
        tone={undo.keptCount > 0 ? 'warning' : 'positive'}
        icon={IconArrowBackUp}
        role="status"
        action={<ActionButton to={paths.productImport()}>{t('products:import.again')}</ActionButton>}
      >
        <b>{t('products:import.undo.undone', { when: formatInstant(undo.at) })}</b>{' '}
        {t('products:import.undo.deleted', { count: undo.deleted, formatted: formatCount(undo.deleted) })},{' '}
        {t('products:import.undo.restored', { count: undo.restored, formatted: formatCount(undo.restored) })}
        {undo.keptCount > 0 && (
          <>, {t('products:import.undo.kept', { count: undo.keptCount, formatted: formatCount(undo.keptCount) })}</>
        )}
        .
      </Note>
      {undo.keptCount > 0 && (
        <Card title={t('products:import.undo.keptTitle')} hint={t('products:import.undo.keptHint')} flush>
          <SimpleTable className={classes.rows} cards="1fr auto" label={t('products:import.undo.keptTitle')}>
            <thead>
              <tr>
                <th scope="col" className={classes.end}>
                  {t('products:import.row')}
                </th>
                <th scope="col">{t('products:column.sku')}</th>
                <th scope="col">{t('products:import.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {undo.kept.map(({ row, productId, sku, reason }) => (
                <tr key={productId}>
                  <td className={`${classes.end} num`}>{formatCount(row)}</td>
                  <th scope="row">
                    {reason === 'DELETED' ? (
                      sku
                    ) : (
                      <Link to={productHref({ id: productId, sku }, reason === 'EDITED' ? 'changelog' : 'costs')}>
                        {sku}
                      </Link>
                    )}
                  </th>
                  <td data-wide>{t(`products:import.undo.reason.${reason}`)}</td>
                </tr>
              ))}
            </tbody>
          </SimpleTable>
          {undo.keptCount > undo.kept.length && (
            <p className={classes.foot}>
              {t('products:import.errorsFirst', {
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
