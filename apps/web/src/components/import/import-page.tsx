import { IMPORT_ACTIONS } from '@quayside/contracts/imports';
import { Skeleton } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { EmptyState, ErrorState, Note } from '../ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { formatInstant } from '../../lib/words/format.ts';
import { useStore } from '../../lib/store.ts';
import { useCancel, useImport } from './import-api.ts';
import { CountTiles } from './count-tiles.tsx';
import { Decision } from './decision-card.tsx';
import { DropZone } from './drop-zone.tsx';
import { ErrorsCard } from './errors-card.tsx';
import { useImportKit } from './import-kit.ts';
import { type AnyImport, isRunning } from './import-types.ts';
import { useOpenOnceMade } from './import-list.tsx';
import { ImportChip, RunningCard } from './import-parts.tsx';
import { MappingCard } from './mapping-card.tsx';
import { Outcome } from './outcome.tsx';
import { RowsCard } from './rows-card.tsx';
import { useMapping } from './use-mapping.ts';

/** The page of one import. Its URL is the same in every state: in progress, waiting for a decision, or finished. */
export function ImportPage() {
  const t = useT();
  const { paths, words: wordsIn } = useImportKit();
  const words = wordsIn(t);
  const { importId = '' } = useParams();
  const found = useImport(importId);
  const crumbs = [
    { label: words.records, to: paths.records },
    { label: words.title, to: paths.list },
  ];
  const isUnknown = isApiError(found.error) && [400, 404, 422].includes(found.error.status);
  if (found.data && !isUnknown)
    return (
      <PageFrame
        key={importId}
        title={found.data.fileName}
        breadcrumb={crumbs}
        badges={<ImportChip state={found.data.state} />}
        count={<Facts result={found.data} />}
        shown={found.data}
      >
        <Contents result={found.data} />
      </PageFrame>
    );
  return (
    <PageFrame title={words.title} breadcrumb={crumbs}>
      {isUnknown && (
        <Card flush>
          <EmptyState
            icon={IconCompass}
            title={t('errors:entityNotFound', { entity: t('imports:entity') })}
            actions={
              <ActionButton variant="filled" to={paths.list}>
                {t('imports:toAll')}
              </ActionButton>
            }
          >
            {t('imports:unknown')}
          </EmptyState>
        </Card>
      )}
      {found.error && !isUnknown && (
        <ErrorState error={found.error} record={t('imports:entity')} onRetry={() => void found.refetch()} />
      )}
      {!found.error && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={180} radius={10} />
        </div>
      )}
    </PageFrame>
  );
}

/** The format of the file, and who uploaded it when. */
function Facts({ result: { kind, encoding, sheet, createdBy, createdAt } }: { result: AnyImport }) {
  const t = useT();
  const facts = [
    ...(kind ? [t(`imports:kind.${kind}`)] : []),
    // The encoding is not shown for a workbook (XLSX), because all workbooks have the same encoding.
    ...(encoding && kind !== 'XLSX' ? [t(`imports:encoding.${encoding}`)] : []),
    ...(sheet ? [t('imports:sheet', { sheet })] : []),
    ...(createdBy ? [createdBy.name] : []),
    formatInstant(createdAt),
  ];
  return <>{facts.join(' · ')}</>;
}

function Contents({ result }: { result: AnyImport }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const action = IMPORT_ACTIONS.find((one) => one === params.get('rows'));
  const page = Math.max(0, Number.parseInt(params.get('page') ?? '1', 10) - 1 || 0);
  const show = (next: { rows: string | undefined; page: number }) =>
    setParams(
      { ...(next.rows && { rows: next.rows }), ...(next.page > 0 && { page: String(next.page + 1) }) },
      { replace: true, preventScrollReset: true },
    );
  const { specs, paths, Doubt } = useImportKit();
  const mayCancel = usePermission(specs.cancel);
  const cancel = useCancel(result.id);
  const mapping = useMapping(result);
  const isChecked = result.state === 'CHECKED';
  const canMap = usePermission(specs.remap).allowed && isChecked;
  const hasStored = result.state === 'IMPORTED' || result.state === 'UNDONE';
  const hasRows = result.counts.rows > 0 && !isRunning(result);
  const label = t(hasStored ? 'imports:countsDone' : 'imports:counts');
  // While the rows are checked again, the mapping stays on top.
  const isRechecked = (result.state === 'PENDING' || result.state === 'CHECKING') && result.columns.length > 0;
  const running = isRunning(result) && (
    <RunningCard
      result={result}
      permission={mayCancel}
      isStopping={cancel.isPending}
      onCancel={() => cancel.mutate()}
    />
  );
  return (
    <>
      {!isRechecked && running}
      {isChecked && result.sameFileAs && (
        <Note
          tone="warning"
          role="status"
          action={<Link to={paths.one(result.sameFileAs.importId)}>{t('imports:sameFileLink')}</Link>}
        >
          <b>{t('imports:sameFile', { when: formatInstant(result.sameFileAs.createdAt) })}</b>{' '}
          {t('imports:sameFileHint')}
        </Note>
      )}
      {isChecked && result.isMixed && (
        <Note tone="warning" role="status">
          {t('imports:mixed')}
        </Note>
      )}
      {result.columns.length > 0 && (isChecked || isRunning(result)) && (
        <MappingCard result={result} mapping={mapping} />
      )}
      {isRechecked && running}
      <Outcome result={result} />
      {hasRows && (
        <Card title={label}>
          <CountTiles
            counts={result.counts}
            label={label}
            chosen={action}
            onChoose={(rows) => show({ rows, page: 0 })}
          />
          {isChecked && Doubt && <Doubt result={result} />}
          {isChecked && <Decision result={result} isUnchecked={mapping.isChanged} />}
        </Card>
      )}
      {result.errorCount > 0 && <ErrorsCard result={result} mapping={canMap ? mapping : undefined} />}
      {result.errorCount > 0 && <Mended />}
      {hasRows && (
        <RowsCard result={result} action={action} page={page} onPage={(next) => show({ rows: action, page: next })} />
      )}
    </>
  );
}

/** A drop target for the corrected file, or for a file with only the corrected rows. */
function Mended() {
  const t = useT();
  const { specs, uploader } = useImportKit();
  const permission = usePermission(specs.create);
  const upload = useStore(uploader.upload);
  const openOnceMade = useOpenOnceMade();
  return (
    <>
      {upload?.problem !== undefined && (
        <Note tone="danger" role="alert">
          <b>
            {upload.file.name}: {upload.problem}
          </b>{' '}
          {t('imports:refusedHint')}
        </Note>
      )}
      <DropZone isSmall permission={permission} onFile={(file) => openOnceMade(uploader.start(file))} />
    </>
  );
}
