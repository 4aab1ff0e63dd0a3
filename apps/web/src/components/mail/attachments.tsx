import { useDebouncedValue } from '@mantine/hooks';
import { type Document, listDocuments } from '@quayside/contracts/documents/documents';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { langOf } from '../../lib/words/format.ts';
import { read } from '../../lib/api/query-client.ts';
import { saveFile } from '../document-viewer/save-file.ts';
import { Chooser } from '../form/chooser.tsx';
import { CheckInput } from '../form/inputs.tsx';
import { IconButton } from '../ui/action-button.tsx';
import { Chip } from '../ui/status-chip.tsx';
import classes from './mail.module.css';

const SEARCH_DELAY_MS = 250;
const MOST_SHOWN = 50;

/** A file that is always attached: the PDF of a purchase order, the CSV of a shipment plan. */
export interface FixedFile {
  /** The document, once there is one. */
  readonly id?: string;
  readonly name: string;
  readonly size: number;
  readonly onDownload: () => void;
}

interface AttachmentsProps {
  readonly fixed: FixedFile | undefined;
  /** The documents of the record that the mail is about. */
  readonly own: readonly Document[];
  /** Documents that were added here and are not documents of the record. */
  readonly others: readonly Document[];
  readonly chosen: readonly string[];
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
  readonly onChange: (documentIds: string[]) => void;
  readonly onAdd: (document: Document) => void;
}

/** What is attached: the file that always is, and the documents of the record that are chosen, such as artwork. */
export function Attachments(props: AttachmentsProps) {
  const { fixed, own, others, chosen, isReadOnly, error, onChange, onAdd } = props;
  const t = useT();
  const documents = [...own, ...others.filter(({ id }) => !own.some((document) => document.id === id))].filter(
    ({ id }) => id !== fixed?.id,
  );
  const known = new Set([...documents.map(({ id }) => id), ...(fixed?.id === undefined ? [] : [fixed.id])]);
  return (
    <div className="stack" data-gap="12">
      {(fixed !== undefined || documents.length > 0) && (
        <ul className={classes.files} aria-label={t('mails:attachments')}>
          {fixed && (
            <li className={classes.file}>
              <IconFileText size={18} stroke={1.75} aria-hidden />
              <span className={classes.name} lang={langOf(fixed.name)}>
                {fixed.name}
              </span>
              <Chip tone="accent">{t('mails:always')}</Chip>
              <FileEnd name={fixed.name} size={fixed.size} onDownload={fixed.onDownload} />
            </li>
          )}
          {documents.map((document) => (
            <li key={document.id} className={classes.file}>
              <CheckInput
                size="xs"
                aria-label={t('mails:attach', { name: document.fileName })}
                checked={chosen.includes(document.id)}
                disabled={isReadOnly}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...chosen, document.id] : chosen.filter((id) => id !== document.id))
                }
              />
              <span className={classes.name} lang={langOf(document.fileName)}>
                {document.fileName}
              </span>
              <FileEnd name={document.fileName} size={document.size} onDownload={() => void saveFile(document)} />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
      {!isReadOnly && <OtherDocument known={known} onAdd={onAdd} />}
    </div>
  );
}

function FileEnd({ name, size, onDownload }: Pick<FixedFile, 'name' | 'size' | 'onDownload'>) {
  const t = useT();
  return (
    <>
      <span className="quiet num">{formatFileSize(size)}</span>
      <IconButton icon={IconDownload} label={t('mails:download', { name })} onClick={onDownload} />
    </>
  );
}

/** Finds another document of the account, for example artwork that several purchase orders share. */
function OtherDocument({ known, onAdd }: { known: ReadonlySet<string>; onAdd: (document: Document) => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [sent] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const found = useQuery({
    ...read('documents', listDocuments, { query: { search: sent } }),
    enabled: sent !== '',
    placeholderData: keepPreviousData,
  });
  const options = (sent === '' ? [] : (found.data ?? [])).filter(({ id }) => !known.has(id)).slice(0, MOST_SHOWN);
  return (
    <Chooser
      label={t('mails:addFile')}
      placeholder={t('mails:findFile')}
      nothingFound={sent === '' ? t('mails:findFile') : t('mails:noFile')}
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
