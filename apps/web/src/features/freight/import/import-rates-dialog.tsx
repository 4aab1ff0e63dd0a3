import type { RateTableImport } from '@quayside/contracts/freight/rate-tables';
import { ImportDialog } from '../../../components/import/dialog/import-dialog.tsx';
import { SimpleRows } from '../../../components/import/dialog/simple-rows.tsx';
import { countsInWords, type TableImport, tableImport } from '../../../components/import/dialog/table-import.tsx';
import { tellImported } from '../../../components/import/dialog/tell-imported.ts';
import type { ReadingChoices } from '../../../components/form/column-readings.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/session/account.ts';
import { EN_DASH } from '../../../lib/words/format.ts';
import { refreshRates } from '../api.ts';
import type { freight } from '../texts/en.ts';

/** A kind of rate that is imported. */
export interface ImportedRates extends Pick<TableImport<RateTableImport, ReadingChoices>, 'title' | 'entity' | 'send'> {
  readonly topic: 'freight-rates' | 'duty-rates';
  readonly hint: string;
}

interface DialogProps {
  readonly of: ImportedRates;
  readonly permission: Permission;
  readonly onClose: () => void;
}

/** Imports freight rates or duty rates. */
export const ImportRatesDialog = ({ of, permission, onClose }: DialogProps) => (
  <ImportDialog of={rateImport(useT(), permission, of)} onClose={onClose} />
);

const rateImport = (t: T, permission: Permission, { hint, ...of }: ImportedRates) =>
  tableImport<RateTableImport, ReadingChoices>(t, {
    ...of,
    permission,
    source: { hint: t('imports:fileHint'), pasteHint: hint },
    start: {},
    count: ({ counts }) => counts.create + counts.update,
    action: (count) => t('freight:importing.action', { count }),
    leaveOut: (count) => t('imports:leaveOut', { count }),
    columns: ({ columns }) => columns,
    areErrorsOfColumns: true,
    summary: ({ counts }) => t('freight:importing.counts', countsInWords(counts)),
    rows: ({ sample }) =>
      sample.length > 0 && (
        <SimpleRows
          label={t('imports:firstRows')}
          heads={[
            t('imports:row'),
            ...(['effect', 'rate', 'changes'] as const).map((head) => t(`freight:importing.${head}`)),
          ]}
          rows={sample.map(({ row, action, label, changes }) => [
            String(row),
            t(`freight:importing.does.${action}`),
            label,
            changes.map((change) => changeWords(t, change)).join(', ') || EN_DASH,
          ])}
        />
      ),
    onStored: ({ counts, operationId }) =>
      tellImported({
        done: t('freight:importing.done', { count: counts.create + counts.update }),
        operationId,
        entity: of.entity,
        undone: (values) => t('freight:importing.undone', values),
        refresh: () => refreshRates(of.topic),
      }),
  });

type Change = RateTableImport['sample'][number]['changes'][number];
type Named = keyof (typeof freight)['field'];
/** Price: 7 → 6.5 */
function changeWords(t: T, { field, from, to }: Change): string {
  const name = t(`freight:field.${field as Named}`);
  return from === null ? `${name}: ${to ?? EN_DASH}` : `${name}: ${from} → ${to ?? EN_DASH}`;
}
