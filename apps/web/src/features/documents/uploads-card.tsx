import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { ActionButton, IconButton } from '../../components/ui/action-button.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import classes from './uploads.module.css';
import type { Upload } from './upload-queue.ts';
import { uploads, useUploads } from './uploads.ts';

/**
 * The list of uploads with the progress, error and result of each file. The list is shown above every page until the
 * person dismisses it.
 */
export function UploadsCard() {
  const t = useT();
  const list = useUploads();
  const isBusy = list.some(({ state }) => state === 'waiting' || state === 'sending');
  useLeavingGuard(isBusy);
  if (list.length === 0) return null;
  return (
    <section className={classes.card} aria-label={t('documents:uploads.title')}>
      <header className={classes.header}>
        <h2 className="block-title" role="status">
          {summaryOf(t, list)}
        </h2>
        {!isBusy && <IconButton size={26} icon={IconX} label={t('close')} onClick={() => uploads.clear()} />}
      </header>
      <ul className={classes.list}>
        {wrongFirst(list).map((upload) => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
      </ul>
      {list.filter(({ target, state }) => target.kind === 'loose' && state === 'done').length > 1 && (
        <footer className={classes.footer}>
          <Link to={`${paths.documents()}?unattached=true`}>{t('documents:uploads.allDocuments')}</Link>
        </footer>
      )}
    </section>
  );
}

const isWrong = ({ state }: Upload) => state === 'refused' || state === 'failed';
/** Moves files that need attention to the front. */
const wrongFirst = (list: readonly Upload[]) => [...list.filter(isWrong), ...list.filter((upload) => !isWrong(upload))];

function summaryOf(t: T, list: readonly Upload[]): string {
  const count = (...states: Upload['state'][]) => list.filter(({ state }) => states.includes(state)).length;
  const [busy, wrong] = [count('waiting', 'sending'), list.filter(isWrong).length];
  if (busy > 0) return t('documents:uploads.sending', { count: busy });
  return wrong > 0
    ? t('documents:uploads.needsLook', { count: wrong })
    : t('documents:uploads.doneAll', { count: list.length });
}

const ICONS = {
  waiting: IconClock,
  done: IconCircleCheck,
  refused: IconAlertTriangle,
  failed: IconAlertTriangle,
} as const;

function UploadItem({ upload }: { upload: Upload }) {
  const t = useT();
  const { id, file, state } = upload;
  const Icon = state === 'sending' ? undefined : ICONS[state];
  const isOver = state === 'done' || isWrong(upload);
  return (
    <li className={classes.item}>
      <span className={classes.icon} data-state={state}>
        {Icon ? <Icon size={16} stroke={1.75} aria-hidden /> : <Loader size={14} aria-hidden />}
      </span>
      <div className={classes.words}>
        <p className={classes.name} lang={langOf(file.name)} title={file.name}>
          {file.name}
        </p>
        <p className={classes.state} data-state={state} role={isWrong(upload) ? 'alert' : undefined}>
          {stateOf(t, upload)}
        </p>
        {state === 'sending' && <span className={classes.bar} aria-hidden />}
      </div>
      {state === 'done' && upload.documentId && upload.target.kind === 'loose' && (
        <Link
          className={classes.find}
          to={paths.invoiceMatching(upload.documentId)}
          aria-label={t('documents:uploads.findFor', { name: file.name })}
        >
          {t('documents:uploads.find')}
        </Link>
      )}
      {state === 'failed' && (
        <ActionButton size="xs" onClick={() => uploads.retry(id)}>
          {t('documents:uploads.tryAgain')}
          <span className="visually-hidden"> {file.name}</span>
        </ActionButton>
      )}
      <IconButton
        size={24}
        icon={IconX}
        label={t(isOver ? 'documents:uploads.remove' : 'documents:uploads.removeBusy', { name: file.name })}
        onClick={() => uploads.drop(id)}
      />
    </li>
  );
}

function stateOf(t: T, { state, problem = '', file, target, documentId }: Upload): string {
  switch (state) {
    case 'waiting':
      return t('documents:uploads.waiting');
    case 'sending':
      return `${t('documents:uploads.sendingOne')} · ${formatFileSize(file.size)}`;
    case 'done':
      return target.kind === 'invoice'
        ? t('documents:uploads.attached', { number: target.number })
        : t('documents:uploads.done');
    default:
      return documentId === undefined ? problem : t('documents:uploads.kept', { reason: problem });
  }
}

/** Makes the browser ask for confirmation before it closes a tab with unfinished uploads. */
function useLeavingGuard(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [isBusy]);
}
