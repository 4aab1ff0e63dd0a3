import { isReadingOpen } from '../../../components/form/column-readings.tsx';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextAreaInput } from '../../../components/form/inputs.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ChooseFiles } from '../../../components/ui/drop-target.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/account.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../lib/toasts.ts';
import { takeBack } from '../../../lib/undo.ts';
import { useWrite, write } from '../../../lib/write.ts';
import { refreshRates } from '../api.ts';
import { ImportResult } from './import-result.tsx';
import type { Choices, ImportedRates, Sending, Source } from './import-types.ts';

/** Imports rates from a file or pasted cells. Before anything is stored, it shows what the import would do. */
export function ImportRatesDialog({
  of,
  permission,
  onClose,
}: {
  of: ImportedRates;
  permission: Permission;
  onClose: () => void;
}) {
  const [source, setSource] = useState<Source>();
  if (source) return <Preview of={of} source={source} onBack={() => setSource(undefined)} onClose={onClose} />;
  return (
    <Dialog title={of.title} onClose={onClose} size={620}>
      <Asked of={of} permission={permission} onSource={setSource} />
    </Dialog>
  );
}

function Asked({
  of,
  permission,
  onSource,
}: {
  of: ImportedRates;
  permission: Permission;
  onSource: (source: Source) => void;
}) {
  const t = useT();
  return (
    <div className="stack">
      <div>
        <ChooseFiles
          label={t('freight:importing.file')}
          accept=".csv,.tsv,.txt,.xlsx"
          permission={permission}
          onFiles={([file]) => file && onSource({ file, at: Date.now() })}
        >
          {t('freight:importing.file')}
        </ChooseFiles>
        <p className="muted">{t('freight:importing.fileHint')}</p>
      </div>
      <TextAreaInput
        data-autofocus
        label={t('freight:importing.paste')}
        description={of.hint}
        rows={4}
        value=""
        autoComplete="off"
        onChange={(text) => {
          if (text.trim() !== '') onSource({ text });
        }}
      />
    </div>
  );
}

interface PreviewProps {
  readonly of: ImportedRates;
  readonly source: Source;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Preview({ of, source, onBack, onClose }: PreviewProps) {
  const t = useT();
  const [choices, setChoices] = useState<Choices>({ isOnlyValid: false });
  useTyped(1);
  const checked = useQuery({
    queryKey: [
      of.topic,
      'import',
      'file' in source ? source.at : source.text,
      choices.decimalMark,
      choices.dayOrder,
      choices.sheet,
      choices.encoding,
    ] as const,
    queryFn: () => of.send(source, queryOf(choices, true)),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const result = checked.data;
  const importing = useImporting({ of, source, choices, onClose });
  const count = result ? result.counts.create + result.counts.update : 0;
  const isOpen = isReadingOpen(result?.columns ?? []);
  const hasErrors = (result?.counts.fail ?? 0) > 0;
  return (
    <Dialog
      title={'file' in source ? source.file.name : of.title}
      onClose={onClose}
      size={760}
      footer={
        <>
          <ActionButton onClick={onBack}>{t('freight:importing.other')}</ActionButton>
          <DialogButtons
            action={t('freight:importing.action', { count })}
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
        {!result && !checked.isError && <Skeleton height={200} aria-label={t('loading')} />}
        {result && !checked.isError && (
          <ImportResult
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

const queryOf = ({ isOnlyValid, ...readings }: Choices, dryRun: boolean): Sending => ({
  dryRun: dryRun ? 'true' : 'false',
  onlyValid: isOnlyValid ? 'true' : 'false',
  ...readings,
});

function useImporting({ of, source, choices, onClose }: Omit<PreviewProps, 'onBack'> & { readonly choices: Choices }) {
  const t = useT();
  return useWrite({
    send: () => of.send(source, queryOf(choices, false)),
    failure: { verb: 'create', entity: of.entity },
    isShownInline: true,
    onSuccess: ({ counts, operationId }) => {
      toast('success', t('freight:importing.done', { count: counts.create + counts.update }), {
        scope: 'global',
        ...(operationId === null ? {} : { onUndo: () => void undoImport(t, of, operationId) }),
      });
      refreshRates(of.topic);
      onClose();
    },
  });
}

/** Takes an import back, and names the rates that stay because they were changed since. */
async function undoImport(t: T, { topic, entity }: ImportedRates, operationId: string): Promise<void> {
  const undone = await write(() => takeBack(operationId), { failure: { verb: 'update', entity } });
  if (!undone) return;
  const { restored, keptCount, kept } = undone.result;
  const words = t('freight:importing.undone', { count: restored, formatted: formatCount(restored) });
  const names = kept
    .slice(0, 3)
    .map(({ label, reason }) => t(`freight:importing.keptReason.${reason}`, { name: label }));
  const values = { count: keptCount, formatted: formatCount(keptCount), names: names.join(', ') };
  toast(
    keptCount === 0 ? 'success' : 'info',
    keptCount === 0 ? words : `${words} ${t('freight:importing.stay', values)}`,
    { scope: 'global' },
  );
  refreshRates(topic);
}
