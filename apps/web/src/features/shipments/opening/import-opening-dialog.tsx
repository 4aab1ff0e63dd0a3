import { isReadingOpen } from '../../../components/form/column-readings.tsx';
import { Skeleton } from '@mantine/core';
import { pasteOpeningStock, uploadOpeningStock } from '@quayside/contracts/opening-stock';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextAreaInput } from '../../../components/form/inputs.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ChooseFiles } from '../../../components/ui/drop-target.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/account.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toasts.ts';
import { takeBack } from '../../../lib/undo.ts';
import { useWrite, write } from '../../../lib/write.ts';
import type { Choices } from './import-choices.ts';
import { OpeningImportResult } from './opening-import-result.tsx';
import { refreshStock } from './refresh-stock.ts';

/** What is imported. `at` tells two files with the same name apart. */
type Source = { readonly text: string } | { readonly file: File; readonly at: number };

/** Imports opening stock from a file or pasted cells. Before anything is stored, it shows what would be recorded. */
export function ImportOpeningDialog({ permission, onClose }: { permission: Permission; onClose: () => void }) {
  const t = useT();
  const [source, setSource] = useState<Source>();
  if (source) return <Preview source={source} onBack={() => setSource(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t('shipments:opening.import')} onClose={onClose} size={620}>
      <div className="stack">
        <div className="row">
          <ChooseFiles
            label={t('shipments:opening.importing.file')}
            accept=".csv,.tsv,.txt,.xlsx"
            permission={permission}
            onFiles={([file]) => file && setSource({ file, at: Date.now() })}
          >
            {t('shipments:opening.importing.file')}
          </ChooseFiles>
          <p className="muted">{t('shipments:opening.importing.fileHint')}</p>
        </div>
        <TextAreaInput
          data-autofocus
          label={t('shipments:opening.importing.paste')}
          description={t('shipments:opening.importing.hint')}
          rows={4}
          value=""
          autoComplete="off"
          onChange={(text) => {
            if (text.trim() !== '') setSource({ text });
          }}
        />
      </div>
    </Dialog>
  );
}

const send = (source: Source, { isOnlyValid, ...readings }: Choices, isDryRun: boolean) => {
  const query = {
    dryRun: isDryRun ? 'true' : 'false',
    onlyValid: isOnlyValid ? 'true' : 'false',
    ...readings,
  } as const;
  return 'file' in source
    ? call(uploadOpeningStock, { file: source.file, query })
    : call(pasteOpeningStock, { body: { text: source.text }, query });
};

interface PreviewProps {
  readonly source: Source;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Preview({ source, onBack, onClose }: PreviewProps) {
  const t = useT();
  const [choices, setChoices] = useState<Choices>({ isOnlyValid: false });
  useTyped(1);
  const checked = useQuery({
    queryKey: [
      'stock',
      'import',
      'file' in source ? source.at : source.text,
      choices.decimalMark,
      choices.dayOrder,
      choices.sheet,
      choices.encoding,
    ] as const,
    queryFn: () => send(source, choices, true),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const result = checked.data;
  const importing = useImporting(source, choices, onClose);
  const count = (result?.counts.create ?? 0) + (result?.counts.update ?? 0);
  const isOpen = isReadingOpen(result?.columns ?? []);
  const hasErrors = (result?.counts.fail ?? 0) > 0;
  return (
    <Dialog
      title={'file' in source ? source.file.name : t('shipments:opening.import')}
      onClose={onClose}
      size={760}
      footer={
        <>
          <ActionButton onClick={onBack}>{t('shipments:opening.importing.other')}</ActionButton>
          <DialogButtons
            action={t('shipments:opening.importing.action', { count })}
            onCancel={onClose}
            onAction={() => importing.mutate()}
            isBusy={importing.isPending}
            isBlocked={count === 0 || isOpen || checked.isFetching || (hasErrors && !choices.isOnlyValid)}
          />
        </>
      }
    >
      <div className="stack">
        {checked.isError && (
          <ErrorState error={checked.error} record={t('previewEntity')} onRetry={() => void checked.refetch()} />
        )}
        {!result && !checked.isError && <Skeleton height={200} role="status" aria-label={t('loading')} />}
        {result && !checked.isError && (
          <OpeningImportResult
            result={result}
            choices={choices}
            onChange={(next) => (importing.reset(), setChoices((now) => ({ ...now, ...next })))}
          />
        )}
        {importing.problem && (
          <Note tone="danger" role="alert">
            {importing.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

function useImporting(source: Source, choices: Choices, onClose: () => void) {
  const t = useT();
  const failure = { verb: 'create', entity: t('shipments:opening.entity') } as const;
  return useWrite({
    send: () => send(source, choices, false),
    failure,
    isShownInline: true,
    onSuccess: ({ counts, operationId }) => {
      const undo = (id: string) =>
        write(() => takeBack(id), { failure, done: t('shipments:opening.undone') }).then(refreshStock);
      toast('success', t('shipments:opening.importing.done', { count: counts.create + counts.update }), {
        scope: 'global',
        ...(operationId !== null && { onUndo: () => void undo(operationId) }),
      });
      refreshStock();
      onClose();
    },
  });
}
