import { Skeleton } from '@mantine/core';
import { type CountImport, pasteStockCounts, uploadStockCounts } from '@quayside/contracts/stock-movements';
import { type Place, PLACES } from '@quayside/domain/stock/places';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { CheckInput, TextAreaInput } from '../../../components/form/inputs.tsx';
import { ColumnReadings, isReadingOpen, type ReadingChoices } from '../../../components/form/column-readings.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ChooseFiles } from '../../../components/ui/drop-target.tsx';
import facts from '../../../components/ui/facts.module.css';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/account.ts';
import { call } from '../../../lib/call.ts';
import { EN_DASH, formatCount } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/write.ts';
import { placeOptions } from '../place-words.ts';
import { tellRecorded } from './count-dialog.tsx';
import { CountedRows } from './counted-rows.tsx';

/** What is imported. `at` tells two files with the same name apart. */
type Source = { readonly text: string } | { readonly file: File; readonly at: number };

/** Imports counts from a file or pasted cells. Before anything is recorded, it shows what they would find. */
export function ImportCountsDialog({ permission, onClose }: { permission: Permission; onClose: () => void }) {
  const t = useT();
  const [source, setSource] = useState<Source>();
  if (source) return <Preview source={source} onBack={() => setSource(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t('shipments:stock.counts.import')} onClose={onClose} size={620}>
      <div className="stack">
        <div className="row">
          <ChooseFiles
            label={t('shipments:stock.counts.file')}
            accept=".csv,.tsv,.txt,.xlsx"
            permission={permission}
            onFiles={([file]) => file && setSource({ file, at: Date.now() })}
          >
            {t('shipments:stock.counts.file')}
          </ChooseFiles>
          <p className="muted">{t('shipments:stock.counts.fileHint')}</p>
        </div>
        <TextAreaInput
          data-autofocus
          label={t('shipments:stock.counts.paste')}
          description={t('shipments:stock.counts.importHint')}
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

interface Options {
  readonly dryRun: boolean;
  readonly onlyValid: boolean;
  readonly isSummed: boolean;
  readonly readings: ReadingChoices;
  /** Of rows that name none; null: the own warehouse. */
  readonly place: Place | null;
}

function send(source: Source, { dryRun, onlyValid, isSummed, readings, place }: Options): Promise<CountImport> {
  const query = {
    dryRun: dryRun ? 'true' : 'false',
    onlyValid: onlyValid ? 'true' : 'false',
    ...(isSummed && { duplicates: 'SUM' as const }),
    ...readings,
    ...(place && { place }),
  } as const;
  return 'file' in source
    ? call(uploadStockCounts, { file: source.file, query })
    : call(pasteStockCounts, { body: { text: source.text }, query });
}

function Preview({ source, onBack, onClose }: { source: Source; onBack: () => void; onClose: () => void }) {
  const t = useT();
  const [isOnlyValid, setOnlyValid] = useState(false);
  const [isSummed, setSummed] = useState(false);
  const [readings, setReadings] = useState<ReadingChoices>({});
  const [place, setPlace] = useState<Place | null>(null);
  useTyped(1);
  const checked = useQuery({
    queryKey: ['stock', 'preview', 'file' in source ? source.at : source.text, isSummed, readings, place] as const,
    queryFn: () => send(source, { dryRun: true, onlyValid: false, isSummed, readings, place }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const importing = useWrite({
    send: () => send(source, { dryRun: false, onlyValid: isOnlyValid, isSummed, readings, place }),
    failure: { verb: 'create', entity: t('shipments:stock.counts.entity') },
    isShownInline: true,
    onSuccess: ({ operationId, counts }) => {
      tellRecorded(t, operationId, counts.valid);
      onClose();
    },
  });
  const result = checked.data;
  const valid = result?.counts.valid ?? 0;
  const isOpen = isReadingOpen(result?.columns ?? []) || result?.needsPlace === true;
  return (
    <Dialog
      title={'file' in source ? source.file.name : t('shipments:stock.counts.import')}
      onClose={onClose}
      size={760}
      footer={
        <>
          <ActionButton onClick={onBack}>{t('shipments:stock.counts.other')}</ActionButton>
          <DialogButtons
            action={t('shipments:stock.counts.record', { count: valid })}
            onCancel={onClose}
            onAction={() => importing.mutate()}
            isBusy={importing.isPending}
            isBlocked={valid === 0 || isOpen || checked.isFetching || ((result?.counts.fail ?? 0) > 0 && !isOnlyValid)}
          />
        </>
      }
    >
      <div className="stack">
        {checked.isError && (
          <ErrorState error={checked.error} record={t('previewEntity')} onRetry={() => void checked.refetch()} />
        )}
        {!result && !checked.isError && <Skeleton height={200} aria-label={t('loading')} />}
        {result && (
          <PlaceOfRows result={result} place={place} onPlace={(chosen) => (importing.reset(), setPlace(chosen))} />
        )}
        {result && result.duplicates.counts > 0 && (
          <Repeats duplicates={result.duplicates} isSummed={isSummed} onSummed={setSummed} />
        )}
        {result && (
          <ColumnReadings
            columns={result.columns}
            file={result.reading}
            onChoose={(choice) => (importing.reset(), setReadings((now) => ({ ...now, ...choice })))}
          />
        )}
        {result && <Result result={result} isOnlyValid={isOnlyValid} onOnlyValid={setOnlyValid} />}
        {importing.problem && (
          <Note tone="danger" role="alert">
            {importing.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

interface PlaceProps {
  readonly result: CountImport;
  readonly place: Place | null;
  readonly onPlace: (place: Place | null) => void;
}

/** The place of rows that name none. A report of Amazon never names one, so it asks for it. */
function PlaceOfRows({ result: { report, needsPlace }, place, onPlace }: PlaceProps) {
  const t = useT();
  return (
    <>
      {report && <p>{t(`shipments:stock.counts.report.${report}`)}</p>}
      <Chooser
        label={t(report ? 'shipments:stock.counts.placeOfReport' : 'shipments:stock.counts.placeOfRows')}
        data={placeOptions(t).filter(({ value }) => report === null || value !== 'WAREHOUSE')}
        value={place ?? (report ? null : 'WAREHOUSE')}
        searchable
        placeholder={t('shipments:stock.counts.placeNone')}
        error={needsPlace ? t('shipments:stock.counts.placeNeeded') : undefined}
        onChange={(value) => onPlace(PLACES.find((one) => one === value) ?? null)}
      />
    </>
  );
}

/** Says that rows count the same, and lets the person have them added up. */
function Repeats({
  duplicates: { counts, proposed },
  isSummed,
  onSummed,
}: {
  readonly duplicates: CountImport['duplicates'];
  readonly isSummed: boolean;
  readonly onSummed: (isSummed: boolean) => void;
}) {
  const t = useT();
  return (
    <Note tone="info">
      <p>
        {t('shipments:stock.counts.sumsUp', { count: counts, formatted: formatCount(counts) })}{' '}
        {proposed === 'SUM' && t('shipments:stock.counts.sumsProposed')}
      </p>
      <CheckInput label={t('shipments:stock.counts.sumUp')} checked={isSummed} onChange={onSummed} />
    </Note>
  );
}

interface ResultProps {
  readonly result: CountImport;
  readonly isOnlyValid: boolean;
  readonly onOnlyValid: (isOnlyValid: boolean) => void;
}

/** What an import would do: counts, errors by cell, and what the counts find. */
function Result({ result: { counts, columns, errors, sample }, isOnlyValid, onOnlyValid }: ResultProps) {
  const t = useT();
  const unread = columns.filter(({ field, heading }) => field === null && heading !== '');
  const label = t('shipments:stock.counts.errors');
  return (
    <>
      <p>
        {t('shipments:stock.counts.summary', {
          count: counts.valid,
          different: formatCount(counts.different),
          fail: t('shipments:stock.counts.failed', { count: counts.fail }),
        })}
      </p>
      {unread.length > 0 && (
        <p className="muted">
          {t('shipments:stock.counts.unread', { columns: unread.map(({ heading }) => heading).join(', ') })}
        </p>
      )}
      {errors.length > 0 && (
        <>
          <ScrollRegion className={facts.scroll} label={label}>
            <SimpleTable label={label}>
              <thead>
                <tr>
                  {(['row', 'column', 'cell', 'problem'] as const).map((head) => (
                    <th key={head} scope="col">
                      {t(`shipments:stock.counts.${head}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {errors.map(({ row, column, value, message }) => (
                  <tr key={`${row} ${column} ${message}`}>
                    <td>{row}</td>
                    <td>{column ?? EN_DASH}</td>
                    <td>{value}</td>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </SimpleTable>
          </ScrollRegion>
          <Note tone="danger">
            <CheckInput
              label={t('shipments:stock.counts.onlyValid', { count: counts.fail })}
              checked={isOnlyValid}
              onChange={onOnlyValid}
            />
          </Note>
        </>
      )}
      {sample.length > 0 && <CountedRows counts={sample} />}
    </>
  );
}
