import { Skeleton } from '@mantine/core';
import type { Document } from '@quayside/contracts/documents/documents';
import type { MatchCandidate } from '@quayside/contracts/invoices/invoice-documents';
import { IconCheck, IconFileSearch, IconFileUnknown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { EmptyState } from '../../../components/ui/states.tsx';
import { Chip, StatusChip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDay, langOf } from '../../../lib/words/format.ts';
import { markValue } from '../../../lib/words/marked-value.ts';
import { paths } from '../../../lib/paths.ts';
import { isLikely } from '../document-rules.ts';
import { AttachButton } from './attach-button.tsx';
import classes from './matching.module.css';

interface CandidatesProps {
  readonly document: Document;
  readonly textState: Document['textState'];
  readonly candidates: readonly MatchCandidate[];
}

/** The invoices that match the document's text, with the best match first. */
export function Candidates({ document, textState, candidates }: CandidatesProps) {
  const t = useT();
  return (
    <div className="stack" aria-live="polite">
      {textState === 'PENDING' && <Reading />}
      {candidates.length > 0 && (
        <section aria-label={t('documents:matching.candidates')}>
          <header className={classes.head}>
            <h2>{t('documents:matching.candidates')}</h2>
            <span>{t('documents:matching.candidatesHint', { count: candidates.length })}</span>
          </header>
          <ul className="stack" data-gap="10">
            {candidates.map((candidate, index) => (
              <Candidate
                key={candidate.invoice.id}
                document={document}
                candidate={candidate}
                isFirst={index === 0 && isLikely(candidate)}
              />
            ))}
          </ul>
        </section>
      )}
      {candidates.length === 0 && textState !== 'PENDING' && <Nothing textState={textState} />}
    </div>
  );
}

function Reading() {
  const t = useT();
  return (
    <Card>
      <div role="status" className={classes.reading}>
        <p className={classes.readingTitle}>
          <IconFileSearch size={16} stroke={1.75} aria-hidden /> {t('documents:matching.reading')}
        </p>
        <p className={classes.small}>{t('documents:matching.readingHint')}</p>
        <Skeleton height={14} width="60%" />
        <Skeleton height={14} width="45%" />
      </div>
    </Card>
  );
}

function Nothing({ textState }: { textState: Exclude<Document['textState'], 'PENDING'> }) {
  const t = useT();
  const [title, body] =
    textState === 'READY'
      ? [t('documents:matching.noneTitle'), t('documents:matching.noneBody')]
      : textState === 'NONE'
        ? [t('documents:matching.noTextTitle'), t('documents:matching.noTextBody')]
        : [t('documents:matching.failedTitle'), t('documents:matching.failedBody')];
  return (
    <Card flush>
      <EmptyState icon={IconFileUnknown} title={title}>
        {body}
      </EmptyState>
    </Card>
  );
}

function Candidate({
  document,
  candidate,
  isFirst,
}: {
  document: Document;
  candidate: MatchCandidate;
  isFirst: boolean;
}) {
  const t = useT();
  const { invoice, reasons } = candidate;
  const isAttached = document.entities.some(({ entityId }) => entityId === invoice.id);
  return (
    <li className={classes.card}>
      <div className="row" data-gap="4">
        <Link to={paths.invoice(invoice.id)} className="section-title">
          {invoice.invoiceNumber}
        </Link>
        <StatusChip family="invoice" value={invoice.status} />
        {invoice.hasDocument && !isAttached && <Chip quiet>{t('documents:matching.hasDocument')}</Chip>}
        <span className={`${classes.total} num`}>
          <Money value={invoice.total} currency={invoice.currency} as="code" strong />
        </span>
      </div>
      <p className={classes.small}>
        <span lang={langOf(invoice.supplierName)}>{invoice.supplierName ?? t('documents:matching.supplierLater')}</span>
        {` · ${formatDay(invoice.date)}`}
      </p>
      <ul className="row" data-gap="6" aria-label={t('documents:matching.reasons', { number: invoice.invoiceNumber })}>
        {reasons
          .filter(({ kind }) => kind !== 'FILE' || !isAttached)
          .map((reason) => (
            <li key={`${reason.kind}${reason.text}${reason.page}`}>
              <Reason {...reason} />
            </li>
          ))}
      </ul>
      <div className={classes.cardFoot}>
        {isAttached ? (
          <Chip icon={IconCheck} tone="positive">
            {t('documents:matching.attachedHere')}
          </Chip>
        ) : (
          <AttachButton document={document} invoice={invoice} isFirst={isFirst} />
        )}
      </div>
    </li>
  );
}

/**
 * A reason why an invoice matches. While the reason is focused or hovered, the matching text is highlighted in the
 * document.
 */
function Reason({ kind, text, page }: MatchCandidate['reasons'][number]) {
  const t = useT();
  const label = t(`documents:matching.reason.${kind}`, { text });
  if (kind === 'FILE') return <span className={classes.reason}>{label}</span>;
  const mark = () => markValue({ texts: [text] });
  const unmark = () => markValue(undefined);
  return (
    <button
      type="button"
      className={classes.reason}
      lang={langOf(text)}
      onMouseEnter={mark}
      onMouseLeave={unmark}
      onFocus={mark}
      onBlur={unmark}
      onClick={mark}
    >
      {page === null ? label : t('documents:matching.onPage', { reason: label, page })}
    </button>
  );
}
