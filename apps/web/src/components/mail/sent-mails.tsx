import { Skeleton } from '@mantine/core';
import { listSentMails, retrySentMail, type SentMail } from '@quayside/contracts/documents/sent-mails';
import type { EntityType } from '@quayside/domain/lists';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconFileText, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { saveFile } from '../document-viewer/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { MessageHtml } from '../ui/message-html.tsx';
import { RefusalNote } from '../ui/refusal-note.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Chip } from '../ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { formatInstant, formatRelative, langOf } from '../../lib/words/format.ts';
import { read, refetchShown } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import classes from './mail.module.css';

const STATES = {
  WAITING: { icon: IconClock, tone: 'info' },
  NO_MAIL_SERVER: { icon: IconAlertTriangle, tone: 'warning' },
  SENT: { icon: IconCircleCheck, tone: 'positive' },
  FAILED: { icon: IconAlertTriangle, tone: 'danger' },
} as const;

interface SentMailsProps {
  readonly entityType: EntityType;
  readonly entityId: string;
}

/** The mails about a record: what was sent to whom, with which files, and whether it left. */
export function SentMails({ entityType, entityId }: SentMailsProps) {
  const t = useT();
  const mails = useQuery(read('sent-mails', listSentMails, { params: { entityType, entityId } }));
  return (
    <Card title={t('mails:sent.title')} flush={(mails.data?.length ?? 0) > 0}>
      {mails.data ? (
        mails.data.length === 0 ? (
          <p className="quiet">{t('mails:sent.none')}</p>
        ) : (
          <ul className={classes.mails} aria-label={t('mails:sent.title')}>
            {mails.data.map((mail) => (
              <Mail key={mail.id} mail={mail} />
            ))}
          </ul>
        )
      ) : mails.isError ? (
        <ErrorState error={mails.error} entity={t('mails:sent.entity')} onRetry={() => void mails.refetch()} />
      ) : (
        <Skeleton height={64} role="status" aria-label={t('loading')} />
      )}
    </Card>
  );
}

function Mail({ mail }: { mail: SentMail }) {
  const t = useT();
  const textId = useId();
  const [isOpen, setOpen] = useState(false);
  const permission = usePermission(retrySentMail);
  const look = STATES[mail.state];
  const retry = useWrite({
    // Each time that it was queued is an intent of its own.
    send: ({ id }: Pick<SentMail, 'id' | 'queuedAt'>, key) =>
      call(retrySentMail, { params: { id }, idempotencyKey: key() }),
    isShownInline: true,
    onSuccess: () => toast('success', t('mails:sent.retried')),
    onError: refetchShown,
  });
  const at = mail.endedAt ?? mail.queuedAt;
  return (
    <li className={classes.mail}>
      <div className={classes.mailHead}>
        <Chip icon={look.icon} tone={look.tone} spoken={t('mails:sent.stateOf')}>
          {t(`mails:sent.state.${mail.state}`)}
        </Chip>
        <b className={classes.name} lang={langOf(mail.subject)}>
          {mail.subject}
        </b>
        <span className="quiet">
          <time dateTime={at} title={formatInstant(at)}>
            {formatRelative(at)}
          </time>
          {mail.sentBy && ` ${t('mails:sent.by', { name: mail.sentBy.name })}`}
        </span>
      </div>
      <p className={classes.addresses}>
        {t('mails:sent.to', { addresses: mail.to.join(', ') })}
        {mail.cc.length > 0 && ` · ${t('mails:sent.cc', { addresses: mail.cc.join(', ') })}`}
      </p>
      {mail.state === 'NO_MAIL_SERVER' && <p className="quiet">{t('mails:sent.noMailServer')}</p>}
      {mail.failure !== null && mail.state !== 'SENT' && (
        <p className={mail.state === 'FAILED' ? 'problem' : 'quiet'}>
          {t(mail.state === 'FAILED' ? 'mails:sent.failure' : 'mails:sent.attempt', {
            failure: mail.failure,
          })}
        </p>
      )}
      <div className={classes.mailFoot}>
        {mail.attachments.map((file) => (
          <button
            key={file.documentId}
            type="button"
            className={classes.attached}
            title={t('mails:sent.download', { name: file.fileName })}
            onClick={() => void saveFile({ ...file, id: file.documentId })}
          >
            <IconFileText size={14} stroke={1.75} aria-hidden />
            <span lang={langOf(file.fileName)}>{file.fileName}</span>
            <span className="quiet num">{formatFileSize(file.size)}</span>
          </button>
        ))}
        <button
          type="button"
          className={classes.textButton}
          aria-expanded={isOpen}
          aria-controls={isOpen ? textId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'mails:sent.hideText' : 'mails:sent.showText')}
        </button>
        {mail.state === 'FAILED' && (
          <ActionButton
            size="xs"
            icon={IconRefresh}
            permission={permission}
            blocked={mail.can.retry.allowed ? null : mail.can.retry.reason}
            loading={retry.isPending}
            onClick={() => retry.mutate({ id: mail.id, queuedAt: mail.queuedAt })}
          >
            {t('mails:sent.retry')}
          </ActionButton>
        )}
      </div>
      {retry.problem && <RefusalNote error={retry.error}>{retry.problem}</RefusalNote>}
      {isOpen && (
        <div id={textId} className={classes.text}>
          <MessageHtml html={mail.body} />
        </div>
      )}
    </li>
  );
}
