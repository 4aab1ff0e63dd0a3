import {
  listAddressTypes,
  listCalculateByOptions,
  listContainerTypes,
  listGoodsTimelineOptions,
} from '@quayside/contracts/shipments/shipment-plans';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { useCountryOptions } from '../../../../components/form/choice-fields.tsx';
import { History, HISTORY_PAGE, type HistoryWords } from '../../../../components/record/history-panel.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { formatDay, formatMoney } from '../../../../lib/words/format.ts';
import { loggedAction, loggedField } from '../../../../lib/words/logged-words.ts';
import { loadHistory } from '../plan-calls.ts';
import type { Option } from './plan-fields.tsx';
import { labelOwners, useOptions } from './use-options.ts';

/** The audit log stores an amount with its currency: 5890.50 CNY. */
const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The options of the fields that have a list of the server, by the names of the fields. */
type Lists = Readonly<Record<string, readonly Option[] | undefined>>;

function valueWords(t: T, lists: Lists, field: string, value: string | null): string {
  if (value === null || value === '') return t('records:history.nothing');
  const option = lists[field]?.find((one) => one.value === value);
  if (option) return option.label;
  if (field === 'isHazardousGoods') return t(value === 'true' ? 'yes' : 'no');
  const amount = AMOUNT.exec(value);
  if (amount) return formatMoney(amount[1], amount[2] ?? '', { as: 'code', zero: 'figure' });
  if (DAY.test(value)) return formatDay(value);
  const status = field === 'status' ? SHIPMENT_STATUSES.find((one) => one === value) : undefined;
  if (status) return t(`shipments:state.${status}`);
  const method = field === 'shippingMethod' ? SHIPPING_METHODS.find((one) => one === value) : undefined;
  return method ? t(`shippingMethod.${method}`) : value;
}

const wordsOf = (t: T, lists: Lists): HistoryWords => ({
  action: loggedAction,
  field: ({ field }) => loggedField(field),
  value: (field, value) => valueWords(t, lists, field, value),
});

function useLists(): Lists {
  const t = useT();
  const addresses = useOptions(listAddressTypes);
  const countries = useCountryOptions();
  return {
    goodsTimeline: useOptions(listGoodsTimelineOptions),
    calculateBy: useOptions(listCalculateByOptions),
    containerType: useOptions(listContainerTypes),
    fromAddressType: addresses,
    toAddressType: addresses,
    fromCountry: countries,
    country: countries,
    labelOwner: labelOwners(t),
  };
}

/** Who changed what of a plan, newest first. */
export function HistoryCard({ id }: { id: string }) {
  const t = useT();
  const words = wordsOf(t, useLists());
  return (
    <Card title={t('records:history.title')}>
      <History
        topic="shipment-plans"
        id={id}
        words={words}
        load={(page, signal) => loadHistory(id, page, HISTORY_PAGE, signal)}
      />
    </Card>
  );
}
