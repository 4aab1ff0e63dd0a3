import { Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import classes from '../invoices.module.css';
import { base64Of, type ImportSource, MOST_BYTES } from './line-import.ts';

const KINDS = /\.(csv|tsv|txt)$/i;

/** A file is dropped or chosen, or a block of cells is pasted. */
export function ImportSourceField({ onSource }: { onSource: (source: ImportSource) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (!KINDS.test(file.name)) return setProblem(t('invoices:import.wrongFile'));
    if (file.size > MOST_BYTES)
      return setProblem(t('invoices:import.tooLarge', { kilobytes: Math.floor(MOST_BYTES / 1024) }));
    onSource({ base64: await base64Of(file), fileName: file.name });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className="stack">
      {/* Dropping is an extra; the button inside does the same. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        data-wrong={problem ? true : undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={22} stroke={1.75} aria-hidden />
        <b>{t('invoices:import.drop')}</b>
        <ActionButton onClick={() => input.current?.click()}>{t('invoices:add.chooseFile')}</ActionButton>
        <span className={classes.hintRow}>{t('invoices:import.kinds')}</span>
        <input
          ref={input}
          type="file"
          className={classes.hiddenFile}
          accept=".csv,.tsv,.txt"
          aria-label={t('invoices:import.file')}
          tabIndex={-1}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Textarea
        data-autofocus
        label={t('invoices:import.paste')}
        description={t('invoices:import.pasteHint')}
        rows={3}
        value=""
        autoComplete="off"
        onChange={(event) => {
          const text = event.currentTarget.value;
          if (text.trim() !== '') onSource({ text });
        }}
      />
    </div>
  );
}
