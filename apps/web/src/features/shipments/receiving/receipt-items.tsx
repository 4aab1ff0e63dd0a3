import { type Receipt, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount, formatDay, langOf } from '../../../lib/words/format.ts';
import { placeName } from '../place-words.ts';
import { ReceiptInUse } from './receipt-in-use.tsx';
import { useReceiptReversal } from './use-receipt-reversal.ts';
import packing from '../packing/packing.module.css';
import classes from './receiving.module.css';

/** Receipts, the newest first, each with its reversal. */
export function ReceiptItems({ receipts }: { receipts: readonly Receipt[] }) {
  const t = useT();
  const permission = usePermission(reverseReceipt);
  const { reverse, replay, isBusy, refused, dropRefusal } = useReceiptReversal<Receipt>({
    entity: t('shipments:receiving.receipts.entity'),
    entities: t('shipments:receiving.receipts.title').toLowerCase(),
    question: ({ quantity, packListNumber, sku }) => ({
      title: t('shipments:receiving.receipts.reverseTitle'),
      body: t('shipments:receiving.receipts.reverseBody', {
        formatted: formatCount(quantity),
        name: packListNumber ?? sku,
      }),
      action: t('shipments:receiving.receipts.reverseAction'),
    }),
    done: t('shipments:receiving.receipts.reversed'),
    restored: (count) => t('shipments:receiving.receipts.restored', { count }),
  });
  if (receipts.length === 0) return <p className="muted">{t('shipments:receiving.receipts.none')}</p>;
  return (
    <>
      <ul className={packing.list} aria-label={t('shipments:receiving.receipts.title')}>
        {receipts.map((receipt) => (
          <li key={receipt.id} className={packing.item}>
            <span className={receipt.reversedAt === null ? 'num' : `num ${classes.over}`}>{nameOf(t, receipt)}</span>
            <span className={`${packing.facts} muted`}>
              {factsOf(t, receipt).map((fact) => (
                <span key={fact} lang={langOf(fact)}>
                  {fact}
                </span>
              ))}
            </span>
            {permission.allowed && receipt.can.reverse.allowed && (
              <span className={packing.buttons}>
                <IconButton
                  icon={IconArrowBackUp}
                  label={t('shipments:receiving.receipts.reverse', { name: nameOf(t, receipt) })}
                  disabled={isBusy}
                  onClick={() => void reverse(receipt)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {refused && <ReceiptInUse refused={refused} onReplay={replay} onClose={dropRefusal} />}
    </>
  );
}

const nameOf = (t: T, { quantity, packListNumber }: Receipt): string =>
  t('shipments:receiving.receipts.of', {
    quantity: formatCount(quantity),
    packList: packListNumber ?? t('shipments:receiving.receipts.opening'),
  });

function factsOf(t: T, receipt: Receipt): string[] {
  const { day, place, sku, surplus, surplusReason, found, credited, reversedAt } = receipt;
  const surplusWords = { formatted: formatCount(surplus), reason: surplusReason ?? '' };
  return [
    formatDay(day),
    placeName(t, place),
    sku,
    surplus === 0
      ? []
      : surplusReason === null
        ? t('shipments:receiving.receipts.surplusWithin', surplusWords)
        : t('shipments:receiving.receipts.surplus', surplusWords),
    found === 0 ? [] : t('shipments:receiving.receipts.found', { formatted: formatCount(found) }),
    credited === 0 ? [] : t('shipments:receiving.receipts.credited', { formatted: formatCount(credited) }),
    reversedAt === null ? [] : t('shipments:receiving.receipts.isReversed'),
  ].flat();
}
