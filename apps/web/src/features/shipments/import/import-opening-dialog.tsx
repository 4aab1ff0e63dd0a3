import { pasteOpeningStock, uploadOpeningStock } from '@quayside/contracts/stock/opening-stock';
import type { RateTableImport } from '@quayside/contracts/freight/rate-tables';
import type { CartonChoice } from '../../../components/import/dialog/carton-question.tsx';
import { ImportDialog } from '../../../components/import/dialog/import-dialog.tsx';
import { SimpleRows } from '../../../components/import/dialog/simple-rows.tsx';
import { countsInWords, tableImport } from '../../../components/import/dialog/table-import.tsx';
import { tellImported } from '../../../components/import/dialog/tell-imported.ts';
import type { ReadingChoices } from '../../../components/form/column-readings.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { EN_DASH } from '../../../lib/words/format.ts';
import { refreshStock } from '../opening/refresh-stock.ts';

/** Imports opening stock. */
export const ImportOpeningDialog = ({ permission, onClose }: { permission: Permission; onClose: () => void }) => (
  <ImportDialog of={openingImport(useT(), permission)} onClose={onClose} />
);

const openingImport = (t: T, permission: Permission) =>
  tableImport<RateTableImport, ReadingChoices & CartonChoice>(t, {
    topic: 'stock',
    title: t('shipments:opening.import'),
    permission,
    source: { hint: t('imports:fileHint'), pasteHint: t('shipments:opening.importing.hint') },
    start: {},
    send: (source, query, options) =>
      'file' in source
        ? call(uploadOpeningStock, { file: source.file, query, ...options })
        : call(pasteOpeningStock, { body: { text: source.text }, query, ...options }),
    entity: t('shipments:opening.entity'),
    count: ({ counts }) => counts.create + counts.update,
    action: (count) => t('shipments:opening.importing.action', { count }),
    leaveOut: (count) => t('imports:leaveOut', { count }),
    columns: ({ columns }) => columns,
    areErrorsOfColumns: true,
    summary: ({ counts }) => t('shipments:opening.importing.counts', countsInWords(counts)),
    rows: ({ sample }) =>
      sample.length > 0 && (
        <SimpleRows
          label={t('imports:firstRows')}
          heads={[t('imports:row'), t('shipments:opening.importing.sku'), t('shipments:opening.importing.set')]}
          rows={sample.map(({ row, action, label, changes }) => [
            String(row),
            label,
            action === 'SAME' ? t('shipments:opening.importing.isKnown') : changes.map(changeOf).join(' · '),
          ])}
        />
      ),
    onStored: ({ counts, operationId }) =>
      tellImported({
        done: t('shipments:opening.importing.done', { count: counts.create + counts.update }),
        operationId,
        entity: t('shipments:opening.entity'),
        undone: () => t('shipments:opening.undone'),
        refresh: refreshStock,
      }),
  });

/** What a row sets, or from what to what it changes it. */
const changeOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }): string =>
  from === null ? (to ?? EN_DASH) : `${from} → ${to ?? EN_DASH}`;
