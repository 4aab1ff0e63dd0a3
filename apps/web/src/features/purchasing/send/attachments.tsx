import { useDebouncedValue } from '@mantine/hooks';
import { type Document, listDocuments } from '@quayside/contracts/documents';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../../components/document-viewer/save-file.ts';
import { Chooser } from '../../../components/form/chooser.tsx';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatFileSize } from '../../../lib/document-file.ts';
import { langOf } from '../../../lib/format.ts';
import { read } from '../../../lib/query-client.ts';
import classes from './send.module.css';

const SEARCH_DELAY_MS = 250;
const MOST_SHOWN = 50;

interface AttachmentsProps {
  readonly order: PurchaseOrderWithItems;
  /** Documents that were added here and are no files of the purchase order. */
  readonly others: readonly Document[];
  readonly chosen: readonly string[];
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
  readonly onChange: (documentIds: string[]) => void;
  readonly onAdd: (document: Document) => void;
}

/** What is attached: the PDF, and the files of the purchase order that are chosen, such as artwork. */
export function Attachments(props: AttachmentsProps) {
  const { order, others, chosen, isReadOnly, error, onChange, onAdd } = props;
  const t = useT();
  const generatedId = order.generated?.documentId;
  const own = order.uploadedDocuments.toSorted(
    (one, other) => Number(other.id === generatedId) - Number(one.id === generatedId),
  );
  const documents = [...own, ...others.filter(({ id }) => !own.some((document) => document.id === id))];
  return (
    <div className="stack" data-gap="12">
      {documents.length > 0 && (
        <ul className={classes.files} aria-label={t('purchasing:send.attachments')}>
          {documents.map((document) => (
            <li key={document.id} className={classes.file}>
              {document.id === generatedId ? (
                <IconFileText size={18} stroke={1.75} aria-hidden />
              ) : (
                <CheckInput
                  size="xs"
                  aria-label={t('purchasing:send.attach', { name: document.fileName })}
                  checked={chosen.includes(document.id)}
                  disabled={isReadOnly}
                  onChange={(isChosen) =>
                    onChange(isChosen ? [...chosen, document.id] : chosen.filter((id) => id !== document.id))
                  }
                />
              )}
              <span className={classes.name} lang={langOf(document.fileName)}>
                {document.fileName}
              </span>
              {document.id === generatedId && <Chip tone="accent">{t('purchasing:send.always')}</Chip>}
              <span className="quiet num">{formatFileSize(document.size)}</span>
              <IconButton
                icon={IconDownload}
                label={t('purchasing:files.download', { name: document.fileName })}
                onClick={() => void saveFile(document)}
              />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
      {!isReadOnly && <OtherDocument known={documents} onAdd={onAdd} />}
    </div>
  );
}

/** Finds another document of the account, for example artwork that several purchase orders share. */
function OtherDocument({ known, onAdd }: { known: readonly Document[]; onAdd: (document: Document) => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [sent] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const found = useQuery({
    ...read('documents', listDocuments, { query: { search: sent } }),
    enabled: sent !== '',
    placeholderData: keepPreviousData,
  });
  const isKnown = new Set(known.map(({ id }) => id));
  const options = (sent === '' ? [] : (found.data ?? [])).filter(({ id }) => !isKnown.has(id)).slice(0, MOST_SHOWN);
  return (
    <Chooser
      label={t('purchasing:send.addFile')}
      placeholder={t('purchasing:send.findFile')}
      nothingFound={sent === '' ? t('purchasing:send.findFile') : t('purchasing:send.noFile')}
      searchable
      openOnFocus={false}
      isStale={sent !== typed.trim() || found.isFetching}
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      data={options.map((document) => ({
        value: document.id,
        label: `${document.fileName}, ${formatFileSize(document.size)}`,
      }))}
      // The server has already searched, also in the text of the documents.
      filter={({ options: all }) => all}
      onChange={(id) => {
        const document = options.find((one) => one.id === id);
        if (!document) return;
        onAdd(document);
        setTyped('');
      }}
    />
  );
}
