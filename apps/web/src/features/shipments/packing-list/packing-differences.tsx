import type { PackingList } from '@quayside/contracts/shipments/packing-lists';
import { IconCircleCheck } from '@tabler/icons-react';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import importClasses from '../../../components/import/dialog/mapped-import.module.css';

const MOST_SHOWN = 50;
const MOST_PLACES = 6;
type Held = PackingList['differences'][number]['plannedIn'];

/** Where plan and packing list differ: the product, the units of both, and the cartons that hold them. */
export function PackingDifferences({ result: { differences, differenceCount } }: { result: PackingList }) {
  const t = useT();
  if (differences.length === 0)
    return (
      <Note tone="positive" icon={IconCircleCheck}>
        {t('shipments:packingList.agrees')}
      </Note>
    );
  return (
    <div className={importClasses.rows}>
      <SimpleTable label={t('shipments:packingList.differences')} lines="below" row={{ pad: 6 }} cards="1fr 1fr">
        <thead>
          <tr>
            <th scope="col">{t('shipments:packingList.differences')}</th>
            <th scope="col">{t('shipments:packingList.planned')}</th>
            <th scope="col">{t('shipments:packingList.packed')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, MOST_SHOWN).map(({ code, sku, planned, packed, plannedIn, packedIn }) => (
            <tr key={sku}>
              <th scope="row" data-title>
                {sku} {code === 'PLACE' && <span className="quiet">{t('shipments:packingList.moved')}</span>}
              </th>
              <td data-label={t('shipments:packingList.planned')}>
                <Side units={planned} held={plannedIn} />
              </td>
              <td data-label={t('shipments:packingList.packed')}>
                <Side units={packed} held={packedIn} />
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
      {differenceCount > MOST_SHOWN && (
        <p className={importClasses.rest}>
          {t('shipments:packingList.moreDifferences', { formatted: formatCount(differenceCount - MOST_SHOWN) })}
        </p>
      )}
    </div>
  );
}

function Side({ units, held }: { units: number; held: Held }) {
  const t = useT();
  const places = held.slice(0, MOST_PLACES).map((one) => `${one.place}: ${formatCount(one.units)}`);
  return (
    <>
      <b className="num">{formatCount(units)}</b>{' '}
      <span className="quiet">
        {places.length === 0 ? t('shipments:packingList.nowhere') : places.join(' · ')}
        {held.length > MOST_PLACES && ' …'}
      </span>
    </>
  );
}
