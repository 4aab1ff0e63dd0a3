import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/session/account.ts';
import { TextAreaInput } from '../../form/inputs.tsx';
import { ChooseFiles, DropTarget } from '../../ui/drop-target.tsx';

/** What is imported: pasted cells, or a file. `at` tells two files with the same name apart. */
export type ImportSource = { readonly text: string } | { readonly file: File; readonly at: number };
/** Tells sources apart, for keys of queries and writes. */
export const idOfSource = (source: ImportSource): string | number => ('file' in source ? source.at : source.text);

/** Which files an import takes, and the words that ask for a file or for cells. */
export interface SourceWords {
  /** The endings of the files. By default, those of text files and workbooks. */
  readonly accept?: string;
  /** No file can be chosen: cells are pasted or typed above their preview. */
  readonly isPastedOnly?: boolean;
  /** The accessible name of the file chooser. By default, that of its button. */
  readonly file?: string;
  /** Which files are taken. */
  readonly hint?: string;
  /** What happens to a dropped file. */
  readonly drop?: string;
  /** The label of the field for cells. */
  readonly paste?: string;
  readonly pasteHint: string;
  /** Why a file is not taken; undefined if it is. */
  readonly refusalOf?: (file: File) => string | undefined;
}

const TABLES = '.csv,.tsv,.txt,.xlsx';

interface SourceProps {
  readonly words: SourceWords;
  readonly permission: Permission;
  readonly onSource: (source: ImportSource) => void;
}

/** Asks for what is imported: a file that is dropped or chosen, or pasted cells. */
export function SourceField({ words, permission, onSource }: SourceProps) {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const take = ([file]: readonly File[]) => {
    if (!file) return;
    const refusal = words.refusalOf?.(file);
    setProblem(refusal);
    if (refusal === undefined) onSource({ file, at: Date.now() });
  };
  const { accept = TABLES, file = t('imports:choose'), hint = '', drop = t('imports:dropHere') } = words;
  return (
    <DropTarget title={drop} hint={hint} permission={permission} onFiles={take}>
      <div className="stack">
        <div className="row">
          <IconFileSpreadsheet size={22} stroke={1.75} aria-hidden />
          <ChooseFiles label={file} accept={accept} permission={permission} onFiles={take}>
            {t('imports:choose')}
          </ChooseFiles>
          <span className="quiet">{hint}</span>
        </div>
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <TextAreaInput
          data-autofocus
          label={words.paste ?? t('imports:paste')}
          description={words.pasteHint}
          rows={4}
          value=""
          autoComplete="off"
          onChange={(text) => text.trim() !== '' && onSource({ text })}
        />
      </div>
    </DropTarget>
  );
}
