import type { Document } from '@quayside/contracts/documents/documents';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatFileSize } from '../../../lib/document-file.ts';
import { formatCount, formatInstant, formatRelative, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { highlighted, pageOf } from './list-state.ts';
import classes from './list.module.css';

interface DocumentTableProps {
  readonly documents: readonly Document[];
  /** Whether the rows are outdated, because newer ones are loading or could not be loaded. */
  readonly isStale: boolean;
  readonly search: string;
  readonly page: number;
  readonly openId: string | undefined;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: string) => void;
}

/**
 * The documents, page by page. A click anywhere on a row opens its document. For keyboard users, the name is a button.
 */
export function DocumentTable({ documents, isStale, search, page, openId, onPage, onOpen }: DocumentTableProps) {
  const t = useT();
  const shown = pageOf(documents, page);
  return (
    <div className={classes.box} data-stale={isStale || undefined} aria-busy={isStale}>
      <div className={classes.scroll}>
        <SimpleTable className={classes.table} label={t('documents:title')} row={{ pad: 8 }}>
          <thead>
            <tr>
              <th scope="col">{t('documents:list.name')}</th>
              <th scope="col">{t('documents:list.belongsTo')}</th>
              <th scope="col" className={classes.wide}>
                {t('documents:list.type')}
              </th>
              <th scope="col" className={classes.wide}>
                {t('documents:list.uploaded')}
              </th>
              <th scope="col" className={classes.widest}>
                {t('documents:list.by')}
              </th>
              <th scope="col" className={classes.widest} data-figure>
                {t('documents:list.sizeColumn')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.rows.map((document) => (
              <Row
                key={document.id}
                document={document}
                search={search}
                isOpen={document.id === openId}
                onOpen={() => onOpen(document.id)}
              />
            ))}
          </tbody>
        </SimpleTable>
      </div>
      {shown.pages > 1 && (
        <nav className={classes.pager} aria-label={t('documents:list.pager')}>
          <span className="num" aria-live="polite">
            {t('grid.range', {
              from: formatCount(shown.from),
              to: formatCount(shown.to),
              total: formatCount(documents.length),
            })}
          </span>
          <IconButton
            size={28}
            icon={IconChevronLeft}
            label={t('grid.previousPage')}
            disabled={shown.page === 1}
            onClick={() => onPage(shown.page - 1)}
          />
          <IconButton
            size={28}
            icon={IconChevronRight}
            label={t('grid.nextPage')}
            disabled={shown.page === shown.pages}
            onClick={() => onPage(shown.page + 1)}
          />
        </nav>
      )}
    </div>
  );
}

function Row({
  document,
  search,
  isOpen,
  onOpen,
}: {
  document: Document;
  search: string;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const t = useT();
  const { fileName: name, textState } = document;
  // Relative times such as "2 hours ago" are computed for the time of the first render, so that they do not change
  // while somebody reads.
  const [now] = useState(() => Date.now());
  return (
    <tr
      data-open={isOpen || undefined}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest('a, button'))) onOpen();
      }}
    >
      <td className={classes.nameCell}>
        <button
          type="button"
          className={classes.name}
          lang={langOf(name)}
          aria-label={t('documents:list.open', { name })}
          onClick={onOpen}
        >
          <Highlighted text={name} search={search} />
        </button>
        {document.versionNumber > 1 && (
          <small className={classes.versions}>{t('documents:list.versions', { count: document.versionNumber })}</small>
        )}
        {document.snippet && (
          <p className={classes.snippet} lang={langOf(document.snippet)}>
            <Highlighted text={document.snippet} search={search} />
          </p>
        )}
        {(textState === 'PENDING' || textState === 'FAILED') && (
          <p className="quiet">{t(`documents:list.textState.${textState}`)}</p>
        )}
      </td>
      <td>
        {document.entities.length === 0 ? (
          <span className={`${classes.nothing} ${classes.owner}`}>{t('documents:list.nothing')}</span>
        ) : (
          document.entities.map(({ entityType, entityId, label }, index) => (
            <span key={entityId} className={classes.owner}>
              {index > 0 && ', '}
              {entityType === 'INVOICE' ? <Link to={paths.invoice(entityId)}>{label}</Link> : label}
            </span>
          ))
        )}
      </td>
      <td className={classes.wide}>{t(`documents:types.${document.documentType}`)}</td>
      <td className={classes.wide} title={formatInstant(document.uploadedAt)}>
        {formatRelative(document.uploadedAt, now)}
      </td>
      <td className={classes.widest}>{document.uploadedBy?.name}</td>
      <td className={classes.widest} data-figure>
        {formatFileSize(document.size)}
      </td>
    </tr>
  );
}

function Highlighted({ text, search }: { text: string; search: string }) {
  return highlighted(text, search).map((part, index) =>
    part.isHit ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  );
}
