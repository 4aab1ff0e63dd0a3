import { Skeleton } from '@mantine/core';
import { pasteExchangeRates, type RateImport, uploadExchangeRates } from '@quayside/contracts/exchange-rates';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckInput, TextAreaInput } from '../../components/form/inputs.tsx';
import { useTyped } from '../../components/form/use-typed.ts';
import { NumberReadingChoice } from '../../components/form/number-reading.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../components/ui/confirm.tsx';
import { ChooseFiles } from '../../components/ui/drop-target.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { ErrorState, Note } from '../../components/ui/states.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { call } from '../../lib/call.ts';
import { formatCount, formatDay } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toasts.ts';
import { takeBack } from '../../lib/undo.ts';
import { useWrite, write } from '../../lib/write.ts';
import { rateWords } from './rate-columns.tsx';
import classes from '../../components/ui/facts.module.css';

/** What is imported. `at` tells two files with the same name apart. */
type Source = { readonly text: string } | { readonly file: File; readonly at: number };
interface Choices {
  readonly decimalMark?: DecimalMark;
  readonly isOnlyValid: boolean;
}

/** Imports rates from a file or pasted cells. Before anything is stored, it shows what the import would do. */
export function ImportRatesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [source, setSource] = useState<Source>();
  if (source) return <Preview source={source} onBack={() => setSource(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t('rates:importing.title')} onClose={onClose} size={620}>
      <Asked onSource={setSource} />
    </Dialog>
  );
}

function Asked({ onSource }: { onSource: (source: Source) => void }) {
  const t = useT();
  const permission = usePermission(uploadExchangeRates);
  return (
    <div className="stack">
      <div>
        <ChooseFiles
          label={t('rates:importing.file')}
          accept=".csv,.tsv,.txt,.xlsx,.xml,.zip"
          permission={permission}
          onFiles={([file]) => file && onSource({ file, at: Date.now() })}
        >
          {t('rates:importing.file')}
        </ChooseFiles>
        <p className="muted">{t('rates:importing.fileHint')}</p>
      </div>
      <TextAreaInput
        data-autofocus
        label={t('rates:importing.paste')}
        description={t('rates:importing.pasteHint')}
        rows={4}
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

function send(source: Source, { decimalMark, isOnlyValid }: Choices, dryRun: boolean): Promise<RateImport> {
  const query = {
    dryRun: dryRun ? ('true' as const) : ('false' as const),
    onlyValid: isOnlyValid ? ('true' as const) : ('false' as const),
    ...(decimalMark && { decimalMark }),
  };
  return 'file' in source
    ? call(uploadExchangeRates, { file: source.file, query })
    : call(pasteExchangeRates, { body: { text: source.text }, query });
}

function Preview({ source, onBack, onClose }: { source: Source; onBack: () => void; onClose: () => void }) {
  const t = useT();
  const [choices, setChoices] = useState<Choices>({ isOnlyValid: false });
  useTyped(1);
  const checked = useQuery({
    queryKey: ['exchange-rates', 'import', 'file' in source ? source.at : source.text, choices.decimalMark] as const,
    queryFn: () => send(source, choices, true),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const result = checked.data;
  const importing = useWrite({
    send: () => send(source, choices, false),
    failure: { verb: 'create', entity: t('rates:entity') },
    isShownInline: true,
    onSuccess: ({ counts, operationId }) => {
      toast('success', t('rates:importing.done', { count: counts.create + counts.update }), {
        scope: 'global',
        ...(operationId === null ? {} : { onUndo: () => void undoImport(t, operationId) }),
      });
      // The preview is about to close, and checking it again would send the file once more.
      void queryClient.invalidateQueries({
        queryKey: ['exchange-rates'],
        predicate: ({ queryKey }) => queryKey[1] !== 'import',
      });
      onClose();
    },
  });
  const count = result ? result.counts.create + result.counts.update : 0;
  const isOpen = result?.numbers?.reading === 'OPEN';
  const hasErrors = (result?.counts.fail ?? 0) > 0;
  return (
    <Dialog
      title={'file' in source ? source.file.name : t('rates:importing.title')}
      onClose={onClose}
      size={760}
      footer={
        <>
          <ActionButton onClick={onBack}>{t('rates:importing.other')}</ActionButton>
          <DialogButtons
            action={t('rates:importing.action', { count })}
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
          <Result
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

/** Takes an import back, and names the rates that stay because they were changed since. */
async function undoImport(t: T, operationId: string): Promise<void> {
  const undone = await write(() => takeBack(operationId), {
    failure: { verb: 'update', entity: t('rates:entity') },
  });
  if (!undone) return;
  const { restored, keptCount, kept } = undone.result;
  const words = t('rates:importing.undone', { count: restored, formatted: formatCount(restored) });
  const names = kept.slice(0, 3).map(({ label, reason }) => t(`rates:importing.keptReason.${reason}`, { name: label }));
  const values = { count: keptCount, formatted: formatCount(keptCount), names: names.join(', ') };
  toast(
    keptCount === 0 ? 'success' : 'info',
    keptCount === 0 ? words : `${words} ${t('rates:importing.stay', values)}`,
    {
      scope: 'global',
    },
  );
  void queryClient.invalidateQueries({ queryKey: ['exchange-rates'] });
}

interface ResultProps {
  readonly result: RateImport;
  readonly choices: Choices;
  readonly onChange: (next: Partial<Choices>) => void;
}

function Result({ result, choices, onChange }: ResultProps) {
  const t = useT();
  const { counts, firstDay, lastDay, numbers, kept, errors, skippedCurrencies } = result;
  const figures = {
    create: formatCount(counts.create),
    update: formatCount(counts.update),
    same: formatCount(counts.same),
    keep: formatCount(counts.keep),
  };
  return (
    <>
      <p>
        {counts.rates === 0
          ? t('rates:importing.none')
          : t('rates:importing.of', { first: formatDay(firstDay), last: formatDay(lastDay), ...figures })}
      </p>
      {numbers && (
        <NumberReadingChoice
          {...numbers}
          isNamed
          column={t('rates:importing.rateColumn')}
          onChoose={(decimalMark) => onChange({ decimalMark })}
        />
      )}
      {kept.length > 0 && (
        <>
          <Note tone="info">{t('rates:importing.kept', { count: counts.keep })}</Note>
          <Rows
            label={t('rates:importing.keptLabel')}
            heads={[t('rates:column.day'), t('rates:importing.inFile'), t('rates:importing.yours')]}
            rows={kept.map((one) => [formatDay(one.day), rateWords(t, one), rateWords(t, one.kept)])}
          />
        </>
      )}
      {errors.length > 0 && (
        <>
          <Rows
            label={t('rates:importing.errors')}
            heads={[t('rates:importing.row'), t('rates:importing.value'), t('rates:importing.problem')]}
            rows={errors.map(({ row, value, message }) => [String(row), value, message])}
          />
          <Note tone="danger">
            <CheckInput
              label={t('rates:importing.onlyValid', { count: counts.fail })}
              checked={choices.isOnlyValid}
              onChange={(next) => onChange({ isOnlyValid: next })}
            />
          </Note>
        </>
      )}
      {result.sample.length > 0 && (
        <Rows
          label={t('rates:importing.sample')}
          heads={[t('rates:column.day'), t('rates:column.rate')]}
          rows={result.sample.slice(0, 5).map((one) => [formatDay(one.day), rateWords(t, one)])}
        />
      )}
      {skippedCurrencies.length > 0 && (
        <p className="muted">{t('rates:importing.skipped', { codes: skippedCurrencies.join(', ') })}</p>
      )}
    </>
  );
}

function Rows({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <div className={classes.scroll}>
      <SimpleTable label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 50).map((cells, index) => (
            <tr key={index}>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </div>
  );
}
