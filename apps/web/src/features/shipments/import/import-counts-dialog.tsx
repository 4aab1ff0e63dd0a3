import { type CountImport, pasteStockCounts, uploadStockCounts } from '@quayside/contracts/stock/stock-movements';
import { type Place, PLACES } from '@quayside/domain/stock/places';
import { Chooser } from '../../../components/form/chooser.tsx';
import { CheckInput } from '../../../components/form/inputs.tsx';
import type { ReadingChoices } from '../../../components/form/column-readings.tsx';
import type { CartonChoice } from '../../../components/import/dialog/carton-question.tsx';
import { ImportDialog } from '../../../components/import/dialog/import-dialog.tsx';
import type { Shown } from '../../../components/import/dialog/one-call.ts';
import { tableImport } from '../../../components/import/dialog/table-import.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { placeOptions } from '../place-words.ts';
import { tellRecorded } from '../stock/count-dialog.tsx';
import { CountedRows } from '../stock/counted-rows.tsx';

interface Asked extends ReadingChoices, CartonChoice {
  /** Of rows that name none; absent: the own warehouse. */
  readonly place?: Place;
  /** Adds rows of one SKU, day and place up. */
  readonly duplicates?: 'SUM' | undefined;
}

/** Imports counts. */
export const ImportCountsDialog = ({ permission, onClose }: { permission: Permission; onClose: () => void }) => (
  <ImportDialog of={countImport(useT(), permission)} onClose={onClose} />
);

const countImport = (t: T, permission: Permission) =>
  tableImport<CountImport, Asked>(t, {
    topic: 'stock',
    title: t('shipments:stock.counts.import'),
    permission,
    source: {
      hint: t('shipments:stock.counts.fileHint'),
      paste: t('shipments:stock.counts.paste'),
      pasteHint: t('shipments:stock.counts.importHint'),
    },
    other: t('shipments:stock.counts.other'),
    start: {},
    send: (source, query, options) =>
      'file' in source
        ? call(uploadStockCounts, { file: source.file, query, ...options })
        : call(pasteStockCounts, { body: { text: source.text }, query, ...options }),
    entity: t('shipments:stock.counts.entity'),
    count: ({ counts }) => counts.valid,
    action: (count) => t('shipments:stock.counts.record', { count }),
    leaveOut: (count) => t('shipments:stock.counts.onlyValid', { count }),
    columns: ({ columns }) => columns,
    isAsking: ({ needsPlace }) => needsPlace,
    summary: ({ counts }) =>
      t('shipments:stock.counts.summary', {
        count: counts.valid,
        different: formatCount(counts.different),
        fail: t('shipments:stock.counts.failed', { count: counts.fail }),
      }),
    questions: (shown) => (
      <>
        <PlaceOfRows {...shown} />
        {shown.result.duplicates.counts > 0 && <Repeats {...shown} />}
      </>
    ),
    words: {
      errors: t('shipments:stock.counts.errors'),
      unread: (columns) => t('shipments:stock.counts.unread', { columns }),
    },
    areErrorsOfColumns: true,
    rows: ({ sample }) => sample.length > 0 && <CountedRows counts={sample} />,
    onStored: ({ operationId, counts }) => tellRecorded(t, operationId, counts.valid),
  });

type QuestionProps = Pick<Shown<CountImport, Asked>, 'result' | 'choices' | 'choose'>;

/** The place of rows that name none. A report of Amazon never names one, so it asks for it. */
function PlaceOfRows({ result: { report, needsPlace }, choices: { place }, choose }: QuestionProps) {
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
        onChange={(value) => {
          const chosen = PLACES.find((one) => one === value);
          if (chosen) choose({ place: chosen });
        }}
      />
    </>
  );
}

/** Says that rows count the same, and lets the person have them added up. */
function Repeats({ result: { duplicates }, choices, choose }: QuestionProps) {
  const t = useT();
  const { counts, proposed } = duplicates;
  return (
    <Note tone="info">
      <p>
        {t('shipments:stock.counts.sumsUp', { count: counts, formatted: formatCount(counts) })}{' '}
        {proposed === 'SUM' && t('shipments:stock.counts.sumsProposed')}
      </p>
      <CheckInput
        label={t('shipments:stock.counts.sumUp')}
        checked={choices.duplicates === 'SUM'}
        onChange={(isSummed) => choose({ duplicates: isSummed ? 'SUM' : undefined })}
      />
    </Note>
  );
}
