import type { StockMovement } from '@quayside/contracts/stock/stock-movements';
import { IconArrowBackUp } from '@tabler/icons-react';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { movementName } from './stock-words.ts';
import { useReversal } from './use-reversal.ts';

/** The button that reverses a movement or a count. Nothing is shown where the server would refuse. */
export function ReverseButton({ movement }: { movement: StockMovement }) {
  const t = useT();
  const reverse = useReversal();
  if (!movement.can.reverse.allowed) return null;
  return (
    <IconButton
      icon={IconArrowBackUp}
      label={t('shipments:stock.movement.reverseOf', {
        what: `${movementName(t, movement)}, ${movement.sku}`,
        day: formatDay(movement.day),
      })}
      onClick={() => void reverse(movement)}
    />
  );
}
