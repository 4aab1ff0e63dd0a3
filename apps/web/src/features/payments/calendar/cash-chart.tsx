import { Skeleton } from '@mantine/core';
import type { CashCalendar } from '@quayside/contracts/payments/cash-calendar';
import { lazy, Suspense } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { formatDay } from '../../../lib/words/format.ts';
import classes from './calendar.module.css';
import { lowPointWords } from './calendar-words.ts';

// The drawing library is loaded with the first chart.
const Drawing = lazy(() => import('./cash-chart-drawing.tsx').then((module) => ({ default: module.CashChartDrawing })));

/** The balance at the end of each day as a line with steps. The weeks below have its figures. */
export function CashChart({ calendar }: { calendar: CashCalendar }) {
  const t = useT();
  const { opening, until, lowPoint, currency } = calendar;
  const words = {
    from: formatDay(opening?.day),
    to: formatDay(until),
    lowPoint: lowPointWords(t, lowPoint, currency),
  };
  return (
    <div className={classes.chart} role="img" aria-label={t('payments:calendar.chart', words)}>
      <Suspense fallback={<Skeleton height="100%" radius={8} />}>
        <Drawing calendar={calendar} />
      </Suspense>
    </div>
  );
}
