import { Skeleton } from '@mantine/core';
import { Card } from '../../../components/ui/card.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { langOf } from '../../../lib/words/format.ts';
import classes from '../plans/plans.module.css';
import { csvRows } from './csv-rows.ts';
import type { PlanCsv } from './use-plan-csv.ts';

/** A plan has a row for each pack list; the file has all of them. */
const MOST_SHOWN = 50;

/** The CSV as the forwarder gets it. */
export function CsvCard({ csv }: { csv: PlanCsv }) {
  const t = useT();
  const [head, ...rows] = csvRows(csv.data?.text ?? '');
  const label = t('shipments:plans.send.preview');
  return (
    <Card
      title={label}
      hint={csv.data && t('shipments:plans.send.rows', { count: rows.length, name: csv.data.name })}
      flush={csv.data !== undefined}
    >
      {csv.isError && !csv.data ? (
        <ErrorState error={csv.error} record={t('shipments:plans.csvEntity')} onRetry={() => void csv.refetch()} />
      ) : !csv.data || !head ? (
        <Skeleton height={120} role="status" aria-label={t('loading')} />
      ) : (
        <ScrollRegion label={label} className={classes.csv}>
          <SimpleTable label={label} lines="below" row={{ pad: 4 }}>
            <thead>
              <tr>
                {head.map((cell, index) => (
                  <th key={index} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MOST_SHOWN).map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column} lang={langOf(cell)} title={cell}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
              {rows.length > MOST_SHOWN && (
                <tr>
                  <td colSpan={head.length}>{t('shipments:plans.send.more', { count: rows.length - MOST_SHOWN })}</td>
                </tr>
              )}
            </tbody>
          </SimpleTable>
        </ScrollRegion>
      )}
    </Card>
  );
}
