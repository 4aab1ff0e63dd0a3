import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { Match } from '@quayside/domain/payables/match';
import {
  IconArrowDown,
  IconArrowUp,
  IconCircleCheck,
  IconCirclePlus,
  IconMinus,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { Tone } from '../../../theme/theme.ts';
import { mainMatch, matchWords } from './match-words.ts';

const LOOKS: Readonly<Record<Match, { icon: TablerIcon; tone: Exclude<Tone, 'accent'> }>> = {
  EXACT: { icon: IconCircleCheck, tone: 'positive' },
  WITHIN: { icon: IconCircleCheck, tone: 'neutral' },
  PRICE_OVER: { icon: IconArrowUp, tone: 'warning' },
  PRICE_UNDER: { icon: IconArrowDown, tone: 'warning' },
  QUANTITY_OVER: { icon: IconCirclePlus, tone: 'warning' },
  NO_ORDER: { icon: IconMinus, tone: 'warning' },
};

/** How a line agrees with its purchase order, as a chip: words and an icon, and "accepted" once a reason is given. */
export function MatchChip({ match }: { match: NonNullable<InvoiceLine['match']> }) {
  const t = useT();
  const look = LOOKS[mainMatch(match)];
  const isAccepted = match.needsReason && match.reason !== null;
  const words = matchWords(t, match);
  return (
    <Chip
      icon={isAccepted ? IconUserCheck : look.icon}
      tone={isAccepted ? 'neutral' : look.tone}
      quiet={isAccepted || !match.needsReason}
      spoken={t('invoices:match.title')}
    >
      {isAccepted ? t('invoices:match.acceptedShort', { words }) : words}
    </Chip>
  );
}
