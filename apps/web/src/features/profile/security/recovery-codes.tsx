import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import classes from './second-factor.module.css';

/** The codes, on the screen once: to copy, to download, to write down. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  const download = () => saveText('quayside-recovery-codes.txt', [t('auth:recovery.fileTitle', { email }), '', ...codes, ''].join('\n'));
  return (
    <>
      <Note tone="warning">{t('auth:recovery.once')}</Note>
      <ol className={classes.codes} aria-label={t('auth:recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes.row}>
        <Button leftSection={isCopied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />} onClick={() => void copy()}>
          {isCopied ? t('copied') : t('auth:recovery.copy')}
        </Button>
        <Button leftSection={<IconDownload size={16} stroke={1.75} />} onClick={download}>
          {t('auth:recovery.download')}
        </Button>
      </div>
    </>
  );
}

function saveText(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
