import { Button, Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { ErrorState, Note } from '../ui/states.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { formatInstant, formatRelative } from '../../lib/words/format.ts';
import { useStore } from '../../lib/store.ts';
import { useImports, useTemplateDownload } from './import-api.ts';
import { DropZone } from './drop-zone.tsx';
import { BusyCard, ImportChip } from './import-parts.tsx';
import { useImportKit } from './import-kit.ts';
import type { AnyImport } from './import-types.ts';
import { countsInShort } from './import-words.ts';
import classes from './import.module.css';
import { useUndoWithConfirm } from './use-undo.ts';

/** The page of imports: a drop target for a new file, and the list of earlier imports. */
export function ImportList() {
  const t = useT();
  const { specs, paths, uploader, Help, words: wordsIn } = useImportKit();
  const words = wordsIn(t);
  const permission = usePermission(specs.create);
  const template = useTemplateDownload();
  const upload = useStore(uploader.upload);
  const openOnceMade = useOpenOnceMade();
  return (
    <PageFrame
      title={words.title}
      breadcrumb={[{ label: words.records, to: paths.records }]}
      actions={
        <ActionButton icon={IconDownload} loading={template.isPending} onClick={() => template.mutate()}>
          {words.template}
        </ActionButton>
      }
    >
      {upload?.problem !== undefined && (
        <Note
          tone="danger"
          role="alert"
          action={
            <Button size="xs" onClick={() => openOnceMade(uploader.retry())}>
              {t('tryAgain')}
            </Button>
          }
        >
          <b>
            {upload.file.name}: {upload.problem}
          </b>{' '}
          {t('imports:refusedHint')}
        </Note>
      )}
      {upload && upload.problem === undefined ? (
        <BusyCard
          title={t(upload.part === 1 ? 'imports:checking' : 'imports:sending', {
            name: upload.file.name,
          })}
          part={upload.part === 1 ? undefined : (upload.part ?? 0)}
          cancel={{ label: t('cancel'), onClick: uploader.abort }}
        >
          {t(upload.part === 1 ? 'imports:checkingBody' : 'imports:sendingBody')}
        </BusyCard>
      ) : (
        <DropZone permission={permission} onFile={(file) => openOnceMade(uploader.start(file))} />
      )}
      {Help && <Help />}
      <Recent />
    </PageFrame>
  );
}

/**
 * Returns a function that opens the page of an import as soon as its file is uploaded, unless the person has navigated
 * away.
 */
export function useOpenOnceMade() {
  const { paths } = useImportKit();
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (made: Promise<AnyImport | undefined>) =>
    void made.then((result) => result && isHere.current && navigate(paths.one(result.id)));
}

function Recent() {
  const t = useT();
  const list = useImports();
  const rows = list.data?.pages.flatMap(({ content }) => content) ?? [];
  if (list.isError)
    return <ErrorState error={list.error} entity={t('imports:entities')} onRetry={() => void list.refetch()} />;
  return (
    <Card title={t('imports:recent')} hint={t('imports:recentHint')} flush>
      {list.isPending && (
        <div className={classes.waiting} role="status" aria-label={t('loading')}>
          <Skeleton height={18} radius={6} />
          <Skeleton height={18} radius={6} />
        </div>
      )}
      {list.data && rows.length === 0 && <p className={classes.none}>{t('imports:recentNone')}</p>}
      {rows.length > 0 && (
        <SimpleTable className={classes.imports} cards="1fr auto" label={t('imports:recent')}>
          <thead>
            <tr>
              <th scope="col">{t('imports:fileName')}</th>
              <th scope="col">{t('imports:state')}</th>
              <th scope="col">{t('imports:result')}</th>
              <th scope="col">{t('imports:who')}</th>
              <th scope="col">{t('imports:when')}</th>
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
            {t('imports:older')}
          </Button>
        </p>
      )}
    </Card>
  );
}

function RecentRow({ row }: { row: AnyImport }) {
  const t = useT();
  const { specs, paths } = useImportKit();
  const permission = usePermission(specs.undo);
  const { undo, isBusy } = useUndoWithConfirm(row);
  return (
    <tr>
      <th scope="row" data-title>
        <Link to={paths.one(row.id)}>{row.fileName}</Link>
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
