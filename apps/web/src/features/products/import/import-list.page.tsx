import { Button, Skeleton } from '@mantine/core';
import { createProductImport, type ProductImport, undoProductImport } from '@quayside/contracts/product-imports';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { formatInstant, formatRelative } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useImports, useTemplateDownload } from './api.ts';
import { DropZone } from './drop-zone.tsx';
import { BusyCard, ImportChip } from './import-parts.tsx';
import { abortUpload, retryUpload, startUpload, useImportUpload } from './import-upload.ts';
import { countsInShort } from './import-words.ts';
import classes from './import.module.css';
import { useUndoWithConfirm } from './use-undo.ts';

/** The page of imports: a drop target for a new file, and the list of earlier imports. */
export function ImportListPage() {
  const t = useT();
  const permission = usePermission(createProductImport);
  const template = useTemplateDownload();
  const upload = useImportUpload();
  const openOnceMade = useOpenOnceMade();
  return (
    <PageFrame
      title={t('products:import.title')}
      breadcrumb={[{ label: t('products:title'), to: paths.products() }]}
      actions={
        <ActionButton icon={IconDownload} loading={template.isPending} onClick={() => template.mutate()}>
          {t('products:import.template')}
        </ActionButton>
      }
    >
      {upload?.problem !== undefined && (
        <Note
          tone="danger"
          role="alert"
          action={
            <Button size="xs" onClick={() => openOnceMade(retryUpload())}>
              {t('tryAgain')}
            </Button>
          }
        >
          <b>
            {upload.file.name}: {upload.problem}
          </b>{' '}
          {t('products:import.refusedHint')}
        </Note>
      )}
      {upload && upload.problem === undefined ? (
        <BusyCard
          title={t(upload.part === 1 ? 'products:import.checking' : 'products:import.sending', {
            name: upload.file.name,
          })}
          part={upload.part === 1 ? undefined : (upload.part ?? 0)}
          cancel={{ label: t('cancel'), onClick: abortUpload }}
        >
          {t(upload.part === 1 ? 'products:import.checkingBody' : 'products:import.sendingBody')}
        </BusyCard>
      ) : (
        <DropZone permission={permission} onFile={(file) => openOnceMade(startUpload(file))} />
      )}
      <Recent />
    </PageFrame>
  );
}

/**
 * Returns a function that opens the page of an import as soon as its file is uploaded, unless the person has navigated
 * away.
 */
export function useOpenOnceMade() {
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (made: Promise<ProductImport | undefined>) =>
    void made.then((result) => result && isHere.current && navigate(paths.productImport(result.id)));
}

function Recent() {
  const t = useT();
  const list = useImports();
  const rows = list.data?.pages.flatMap(({ content }) => content) ?? [];
  if (list.isError)
    return <ErrorState error={list.error} entity={t('products:import.entities')} onRetry={() => void list.refetch()} />;
  return (
    <Card title={t('products:import.recent')} hint={t('products:import.recentHint')} flush>
      {list.isPending && (
        <div className={classes.waiting} role="status" aria-label={t('loading')}>
          <Skeleton height={18} radius={6} />
          <Skeleton height={18} radius={6} />
        </div>
      )}
      {list.data && rows.length === 0 && <p className={classes.none}>{t('products:import.recentNone')}</p>}
      {rows.length > 0 && (
        <SimpleTable className={classes.imports} cards="1fr auto" label={t('products:import.recent')}>
          <thead>
            <tr>
              <th scope="col">{t('products:import.file')}</th>
              <th scope="col">{t('products:import.state')}</th>
              <th scope="col">{t('products:import.result')}</th>
              <th scope="col">{t('products:changelog.who')}</th>
              <th scope="col">{t('products:changelog.when')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <RecentRow key={row.id} row={row} />
            ))}
          </tbody>
        </SimpleTable>
      )}
      {list.hasNextPage && (
        <p className={classes.foot}>
          <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('products:import.older')}
          </Button>
        </p>
      )}
    </Card>
  );
}

function RecentRow({ row }: { row: ProductImport }) {
  const t = useT();
  const permission = usePermission(undoProductImport);
  const { undo, isBusy } = useUndoWithConfirm(row);
  return (
    <tr>
      <th scope="row" data-title>
        <Link to={paths.productImport(row.id)}>{row.fileName}</Link>
      </th>
      <td data-chip>
        <ImportChip state={row.state} />
      </td>
      <td data-wide className="num">
        {countsInShort(row.counts, t)}
      </td>
      <td data-quiet>{row.createdBy?.name}</td>
      <td data-quiet title={formatInstant(row.createdAt)}>
        {formatRelative(row.createdAt)}
      </td>
      <td className={classes.undoCell}>
        {row.canUndo && (
          <ActionButton size="xs" icon={IconArrowBackUp} permission={permission} loading={isBusy} onClick={undo}>
            {t('undo')}
            <span className="visually-hidden"> {row.fileName}</span>
          </ActionButton>
        )}
      </td>
    </tr>
  );
}
