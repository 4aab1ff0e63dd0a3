import type { PackingList } from '@quayside/contracts/shipments/packing-lists';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, formatFew } from '../../../lib/words/format.ts';

const FEW = 3;

/** What the import would make of the plan, in sentences. */
export function PackingSummary({ result: { counts, isComparison, skipped } }: { result: PackingList }) {
  const t = useT();
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  const effects = [
    ['makes', counts.cartonRows],
    ['same', counts.same],
    ['changes', counts.changed],
    ['removes', counts.removed],
    ['packs', counts.packedNow],
  ] as const;
  return (
    <div>
      <p>
        {t('shipments:packingList.says', {
          units: t('shipments:unitsOf', counted(counts.units)),
          cartons: t('shipments:cartonsOf', counted(counts.cartons)),
        })}{' '}
        {!isComparison &&
          effects
            .filter(([, count]) => count > 0)
            .map(([effect, count]) => t(`shipments:packingList.${effect}`, counted(count)))
            .join(' ')}
      </p>
      {skipped.length > 0 && (
        <p className="quiet">
          {t('shipments:packingList.skipped', {
            ...counted(counts.skipped),
            texts: formatFew(
              skipped.map(({ text }) => text),
              FEW,
            ),
          })}
        </p>
      )}
    </div>
  );
}
