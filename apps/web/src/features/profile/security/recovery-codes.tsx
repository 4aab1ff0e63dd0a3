import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCopy } from '../../../lib/page/copy-text.ts';
import { saveBlob } from '../../../lib/page/save-blob.ts';
import classes from './second-factor.module.css';

/**
 * The recovery codes, which the person can copy, download or write down. They are shown only once. `onKept` is called
 * when the person confirms that they have saved the codes.
 */
export function RecoveryCodes({
  codes,
  email,
  onKept,
}: {
  codes: readonly string[];
  email: string;
  onKept: () => void;
}) {
  const t = useT();
  const { isCopied, copy } = useCopy();
  const list = useRef<HTMLOListElement>(null);
  const download = () =>
    saveBlob(
      new Blob([[t('security:recovery.fileTitle', { email }), '', ...codes, ''].join('\n')], { type: 'text/plain' }),
      'quayside-recovery-codes.txt',
    );
  return (
    <div className="stack">
      <p className={classes.words}>{t('security:recovery.lead')}</p>
      <Note tone="warning">{t('security:recovery.once')}</Note>
      <ol ref={list} className={classes.codes} aria-label={t('security:recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <Button
          leftSection={isCopied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
          onClick={() => void copy(codes.join('\n'), list.current)}
        >
          {isCopied ? t('copied') : t('security:recovery.copy')}
        </Button>
        <Button leftSection={<IconDownload size={16} stroke={1.75} />} onClick={download}>
          {t('security:recovery.download')}
        </Button>
      </div>
      <div className="row from-end">
        <Button variant="filled" data-autofocus onClick={onKept}>
          {t('security:recovery.kept')}
        </Button>
      </div>
    </div>
  );
}
