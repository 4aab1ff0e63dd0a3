import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { TextAreaInput } from '../../../components/form/inputs.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { FileDrop } from '../file-drop.tsx';
import { base64Of, type ImportSource, MOST_BYTES } from '../../../components/line-sheet/line-import.ts';

const KINDS = /\.(csv|tsv|txt)$/i;

/** Asks for the source of an import: a file that is dropped or chosen, or a pasted block of cells. */
export function ImportSourceField({ onSource }: { onSource: (source: ImportSource) => void }) {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    if (!KINDS.test(file.name)) return setProblem(t('invoices:import.wrongFile'));
    if (file.size > MOST_BYTES)
      return setProblem(t('invoices:import.tooLarge', { kilobytes: Math.floor(MOST_BYTES / 1024) }));
    onSource({ base64: await base64Of(file), fileName: file.name });
  };
  return (
    <div className="stack">
      <FileDrop
        hint={t('invoices:import.kinds')}
        label={t('invoices:import.file')}
        accept=".csv,.tsv,.txt"
        problem={problem}
        onFiles={(files) => void take(files)}
      >
        <IconFileSpreadsheet size={22} stroke={1.75} aria-hidden />
        <b>{t('invoices:import.drop')}</b>
      </FileDrop>
      <TextAreaInput
        data-autofocus
        label={t('invoices:import.paste')}
        description={t('invoices:import.pasteHint')}
        rows={3}
        value=""
        autoComplete="off"
        onChange={(next) => {
          const text = next;
          if (text.trim() !== '') onSource({ text });
        }}
      />
    </div>
  );
}
