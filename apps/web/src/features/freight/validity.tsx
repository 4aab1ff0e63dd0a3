import type { FreightRate } from '@quayside/contracts/freight/freight-rates';
import { VALIDITIES } from '@quayside/contracts/freight/rate-tables';
import { IconCircleCheck, IconClock, IconClockX } from '@tabler/icons-react';
import type { GridFilter } from '../../components/data-grid/grid-types.ts';
import { Chip } from '../../components/ui/status-chip.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatDay } from '../../lib/words/format.ts';

type Dated = Pick<FreightRate, 'validFrom' | 'validTo'>;

/** The days on which a rate holds. */
export function validWords(t: T, { validFrom, validTo }: Dated): string {
  if (validFrom !== null && validTo !== null)
    return t('freight:between', { from: formatDay(validFrom), to: formatDay(validTo) });
  if (validFrom !== null) return t('freight:from', { day: formatDay(validFrom) });
  return validTo === null ? t('freight:always') : t('freight:until', { day: formatDay(validTo) });
}

const LOOKS = {
  VALID: { icon: IconCircleCheck, tone: 'positive', quiet: true },
  NOT_YET_VALID: { icon: IconClock, tone: 'info', quiet: true },
  EXPIRED: { icon: IconClockX, tone: 'warning', quiet: false },
} as const;

/** Whether a rate holds today. */
export function ValidityChip({ validity }: Pick<FreightRate, 'validity'>) {
  const t = useT();
  const { icon, tone, quiet } = LOOKS[validity];
  return (
    <Chip icon={icon} tone={tone} quiet={quiet}>
      {t(`freight:validity.${validity}`)}
    </Chip>
  );
}

/** The filters by validity, which both lists have. */
export const validityFilters = (t: T): GridFilter[] => [
  {
    field: 'validity',
    label: t('freight:filter.validity'),
    kind: 'select',
    ops: ['in'],
    options: VALIDITIES.map((value) => ({ value, label: t(`freight:validity.${value}`) })),
  },
  { field: 'validOn', label: t('freight:filter.validOn'), kind: 'range', of: 'day', ops: ['gte', 'lte', 'between'] },
];
