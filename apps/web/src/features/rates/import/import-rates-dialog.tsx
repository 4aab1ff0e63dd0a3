import { pasteExchangeRates, type RateImport, uploadExchangeRates } from '@quayside/contracts/rates/exchange-rates';
import type { DaysOfColumn } from '@quayside/domain/days/day-text';
import type { ReadingChoices } from '../../../components/form/column-readings.tsx';
import { ImportDialog } from '../../../components/import/dialog/import-dialog.tsx';
import { SimpleRows } from '../../../components/import/dialog/simple-rows.tsx';
import { countsInWords, tableImport } from '../../../components/import/dialog/table-import.tsx';
import { tellImported } from '../../../components/import/dialog/tell-imported.ts';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { type Permission, usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { rateWords } from '../rate-columns.tsx';

/** Imports exchange rates. */
export const ImportRatesDialog = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog of={rateImport(useT(), usePermission(uploadExchangeRates))} onClose={onClose} />
);

const rateImport = (t: T, permission: Permission) =>
  tableImport<RateImport, ReadingChoices>(t, {
    topic: 'exchange-rates',
    title: t('rates:importing.title'),
    permission,
    source: {
      accept: '.csv,.tsv,.txt,.xlsx,.xml,.zip',
      hint: t('rates:importing.fileHint'),
      pasteHint: t('rates:importing.pasteHint'),
    },
    start: {},
    send: (source, query, options) =>
      'file' in source
        ? call(uploadExchangeRates, { file: source.file, query, ...options })
        : call(pasteExchangeRates, { body: { text: source.text }, query, ...options }),
    entity: t('rates:entity'),
    count: ({ counts }) => counts.create + counts.update,
    action: (count) => t('rates:importing.action', { count }),
    leaveOut: (count) => t('rates:importing.onlyValid', { count }),
    columns: ({ numbers, days = null }: ReadRates) => [
      { heading: t('rates:importing.rateColumn'), numbers, days: null },
      { heading: t('rates:column.day'), numbers: null, days },
    ],
    areErrorsOfColumns: false,
    summary: ({ counts, firstDay, lastDay }) =>
      counts.rates === 0
        ? t('rates:importing.none')
        : t('rates:importing.of', { first: formatDay(firstDay), last: formatDay(lastDay), ...countsInWords(counts) }),
    rows: (result) => <Rates result={result} />,
    onStored: ({ counts, operationId }) =>
      tellImported({
        done: t('rates:importing.done', { count: counts.create + counts.update }),
        operationId,
        entity: t('rates:entity'),
        undone: (values) => t('rates:importing.undone', values),
        refresh: refreshRates,
      }),
  });

/** The answer of a call that reads days in both orders says in which it read them. */
type ReadRates = RateImport & { readonly days?: DaysOfColumn | null };

/** A preview that is about to close would send its file once more. */
const refreshRates = (): void =>
  void queryClient.invalidateQueries({
    queryKey: ['exchange-rates'],
    predicate: ({ queryKey }) => queryKey[1] !== 'import',
  });

const FEW = 5;

/** The first rates, those of the account that stay, and the currencies that are left out. */
function Rates({ result: { sample, kept, counts, skippedCurrencies } }: { result: RateImport }) {
  const t = useT();
  return (
    <>
      {kept.length > 0 && (
        <>
          <Note tone="info">{t('rates:importing.kept', { count: counts.keep })}</Note>
          <SimpleRows
            label={t('rates:importing.keptLabel')}
            heads={[t('rates:column.day'), t('rates:importing.inFile'), t('rates:importing.yours')]}
            rows={kept.map((one) => [formatDay(one.day), rateWords(t, one), rateWords(t, one.kept)])}
          />
        </>
      )}
      {sample.length > 0 && (
        <SimpleRows
          label={t('rates:importing.sample')}
          heads={[t('rates:column.day'), t('rates:column.rate')]}
          rows={sample.slice(0, FEW).map((one) => [formatDay(one.day), rateWords(t, one)])}
        />
      )}
      {skippedCurrencies.length > 0 && (
        <p className="muted">{t('rates:importing.skipped', { codes: skippedCurrencies.join(', ') })}</p>
      )}
    </>
  );
}
