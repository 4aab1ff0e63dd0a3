import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { getMailboxHtml, getMailboxMail, listMailbox, type MailboxEntry } from '@quayside/contracts/mailbox';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconMail, IconMailOff, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ScrollRegion } from '../../components/ui/scroll-region.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { call, urlOf } from '../../lib/api/call.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { formatInstant, formatRelative, langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { Logo } from '../shell/logo.tsx';
import { useDarkToggle } from '../shell/dark-toggle.ts';
import classes from './mailbox.module.css';
import { NotFoundPage } from './not-found.page.tsx';

/** The page polls for mails, because the live stream needs a session and this page has none. */
const EVERY_MS = 3_000;
const HTML = 'html';
const TEXT = 'text';

/**
 * The page of the mails that would have been sent, for development and the demo. The list is on the left, the selected
 * mail on the right.
 */
export function MailboxPage() {
  const t = useT();
  const [params] = useSearchParams();
  const asked = params.get('mail') ?? undefined;
  const mails = useQuery({
    queryKey: ['mailbox'],
    queryFn: ({ signal }) => call(listMailbox, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  useEffect(() => {
    document.title = `${t('mailbox:title')} · ${t('productName')}`;
  }, [t]);
  if (isApiError(mails.error) && mails.error.status === 404) return <NotFoundPage isAlone />;
  // In a wide window, the first mail is shown until another one is selected. On a phone, the list is shown until a mail
  // is selected.
  const shown = asked ?? mails.data?.[0]?.id;
  return (
    <div className={classes.page} data-open={asked !== undefined || undefined}>
      <Bar />
      <main className={classes.main}>
        <div className={classes.side}>
          <header className={classes.head}>
            <h1 className={classes.title}>{t('mailbox:title')}</h1>
            <p className="muted">{t('mailbox:lead')}</p>
          </header>
          {mails.data ? (
            <MailList mails={mails.data} shown={shown} />
          ) : mails.error ? (
            <div className={classes.inset}>
              <ErrorState error={mails.error} entity={t('mailbox:entity')} onRetry={() => void mails.refetch()} />
            </div>
          ) : (
            <div className={classes.inset} aria-busy>
              <Skeleton height={52} mb={8} />
              <Skeleton height={52} mb={8} />
              <Skeleton height={52} />
            </div>
          )}
        </div>
        {shown !== undefined && <MailPane key={shown} id={shown} />}
      </main>
    </div>
  );
}

function Bar() {
  const t = useT();
  const { isDark, toggle } = useDarkToggle();
  return (
    <header className={classes.bar}>
      <Logo />
      <span className={classes.barEnd}>
        <Button
          size="xs"
          variant="subtle"
          leftSection={isDark ? <IconSun size={14} stroke={1.75} /> : <IconMoon size={14} stroke={1.75} />}
          onClick={toggle}
        >
          {isDark ? t('light') : t('dark')}
        </Button>
        <Button size="xs" component={Link} to={paths.home()}>
          {t('mailbox:open')}
        </Button>
      </span>
    </header>
  );
}

function MailList({ mails, shown }: { mails: readonly MailboxEntry[]; shown: string | undefined }) {
  const t = useT();
  if (mails.length === 0)
    return (
      <EmptyState icon={IconMail} title={t('mailbox:empty')}>
        {t('mailbox:emptyBody')}
      </EmptyState>
    );
  return (
    <nav className={classes.list} aria-label={t('mailbox:list')}>
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              to={paths.mailbox(mail.id)}
              className={classes.entry}
              aria-current={mail.id === shown ? 'true' : undefined}
            >
              <span className={classes.subject} lang={langOf(mail.subject)}>
                {mail.subject}
              </span>
              <span className={classes.meta}>
                <span className={classes.who}>{mail.to}</span>
                <time dateTime={mail.sentAt} title={formatInstant(mail.sentAt)}>
                  {formatRelative(mail.sentAt)}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MailPane({ id }: { id: string }) {
  const t = useT();
  const [form, setForm] = useState<string>(HTML);
  const mail = useQuery({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => call(getMailboxMail, { params: { mailId: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section
      className={classes.pane}
      aria-label={mail.data?.subject ?? t('mailbox:title')}
      aria-busy={mail.isPending || undefined}
    >
      <Link to={paths.mailbox()} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden /> {t('mailbox:all')}
      </Link>
      {mail.error && (
        <div className={classes.inset}>
          {isApiError(mail.error) && mail.error.status === 404 ? (
            <EmptyState icon={IconMailOff} title={t('mailbox:none')}>
              {t('mailbox:noneBody')}
            </EmptyState>
          ) : (
            <ErrorState error={mail.error} record={t('mailbox:mailEntity')} onRetry={() => void mail.refetch()} />
          )}
        </div>
      )}
      {mail.data && (
        <>
          <header className={classes.mailHead}>
            <div className={classes.mailWords}>
              <h2 className={classes.mailSubject} lang={langOf(mail.data.subject)}>
                {mail.data.subject}
              </h2>
              <p className={classes.mailMeta}>
                {t('mailbox:to', { address: mail.data.to })}
                {mail.data.cc !== '' && ` · ${t('mailbox:cc', { address: mail.data.cc })}`} ·{' '}
                {t('mailbox:from', { address: mail.data.from })} · {formatInstant(mail.data.sentAt)}
              </p>
              {mail.data.attachments.length > 0 && (
                <ul className={classes.mailMeta} aria-label={t('mailbox:attachments')}>
                  {mail.data.attachments.map(({ fileName, size }, index) => (
                    <li key={index} lang={langOf(fileName)}>
                      {fileName}, {formatFileSize(size)}
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <SegmentedControl
              size="xs"
              aria-label={t('mailbox:form')}
              value={form}
              onChange={setForm}
              data={[
                { value: HTML, label: t('mailbox:asMail') },
                { value: TEXT, label: t('mailbox:asText') },
              ]}
            />
          </header>
          {form === HTML ? (
            // The server also sends a sandbox policy with the framed mail. Links in the mail open in a new tab.
            <iframe
              className={classes.frame}
              title={mail.data.subject}
              src={urlOf(getMailboxHtml, { mailId: id })}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              referrerPolicy="no-referrer"
            />
          ) : (
            <ScrollRegion className={classes.text} label={t('mailbox:words')}>
              <PlainText text={mail.data.text} />
            </ScrollRegion>
          )}
        </>
      )}
    </section>
  );
}

/** Plain text with clickable URLs, as a mail program shows it. */
function PlainText({ text }: { text: string }) {
  return (
    <pre>
      {text.split(/(https?:\/\/\S+)/).map((part, i) =>
        i % 2 === 1 ? (
          <a key={`${i} ${part}`} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
