import {
  listAddressTypes,
  listCalculateByOptions,
  listContainerTypes,
  listGoodsTimelineOptions,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { useQuery } from '@tanstack/react-query';
import { useCountryOptions } from '../../../../components/form/choice-fields.tsx';
import { ConflictDialog, type ConflictField } from '../../../../components/form/conflict-dialog.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { formatDay, groupDigits } from '../../../../lib/words/format.ts';
import { storedRate } from '../../../../lib/words/rate-draft.ts';
import { rateWords, shownRate } from '../../../../lib/words/shown-rate.ts';
import { supplierOption, useSuppliers } from '../../../../lib/supplier-options.ts';
import { EXPECTED_DAYS, plainFigure, type PlanDraft, storedValue, type PlanField } from '../editor/plan-draft.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';
import { lastChangeOf } from '../plan-calls.ts';
import type { Option } from './plan-fields.tsx';
import { labelOwners, useOptions } from './use-options.ts';

/** The dialog for a version conflict: the newest stored and the typed values, of which the person chooses. */
export function PlanConflict() {
  const conflict = usePlan((state) => state.conflict);
  return conflict ? <Shown current={conflict.current} /> : null;
}

function Shown({ current }: { current: ShipmentPlanWithPackLists }) {
  const t = useT();
  const editor = usePlanEditor();
  const draft = usePlan((state) => state.header.draft);
  const names = Object.keys(draft) as PlanField[];
  const fields = useConflictFields(names, current);
  const last = useQuery({
    // The version makes sure that an earlier answer is not taken for this change.
    queryKey: ['shipment-plans', 'last-change', current.id, current.version] as const,
    queryFn: () => lastChangeOf(current.id),
    retry: false,
  }).data;
  // The shared dialog expects a form, so wrap the draft in an object with the same functions.
  const form = {
    values: Object.fromEntries(names.map((name) => [name, plain(draft, name)])),
    isChanged: () => true,
    dropConflict: () => editor.resolve(names),
    resolveConflict: (theirs: Record<string, unknown>) => editor.resolve(names.filter((name) => !(name in theirs))),
  };
  return (
    <ConflictDialog
      form={form}
      conflict={{ current: { ...current } }}
      fields={fields}
      {...(last && { changed: { at: last.at, by: last.who?.name ?? t('records:history.system') } })}
    />
  );
}

/** Converts a typed value to the form of the stored value, so that both can be compared. */
function plain(draft: PlanDraft, name: PlanField): unknown {
  if (name === 'charge') return plainFigure(draft.charge ?? '');
  if (name !== 'rate' || draft.rate === undefined) return draft[name];
  const read = storedRate(draft.rate);
  return 'value' in read ? read.value : draft.rate.text;
}

const DAYS: readonly string[] = [...EXPECTED_DAYS, 'readyOn', 'arrivedOn', 'deliveredOn'];

function useConflictFields(names: readonly PlanField[], plan: ShipmentPlanWithPackLists): ConflictField[] {
  const t = useT();
  const countries = useCountryOptions();
  const addresses = useOptions(listAddressTypes);
  const suppliers = useSuppliers().data ?? [];
  const lists: Partial<Record<PlanField, readonly Option[]>> = {
    goodsTimeline: useOptions(listGoodsTimelineOptions),
    calculateBy: useOptions(listCalculateByOptions),
    containerType: useOptions(listContainerTypes),
    fromAddressType: addresses,
    toAddressType: addresses,
    fromCountry: countries,
    country: countries,
    labelOwner: labelOwners(t),
    carrierContactId: suppliers.map(supplierOption),
  };
  const wordsOf = (name: PlanField, value: unknown): string => {
    const text = String(value);
    if (DAYS.includes(name)) return formatDay(text);
    if (name === 'shippingMethod') return t(`shippingMethod.${text as 'AIR'}`);
    if (name === 'isHazardousGoods') return t(value === true ? 'yes' : 'no');
    if (name === 'charge') return groupDigits(text);
    if (name === 'rate') return rateWords(shownRate(text, { document: plan.currency, account: plan.accountCurrency }));
    return lists[name]?.find((option) => option.value === text)?.label ?? text;
  };
  return names.map((name) => ({
    name,
    label: labelOf(t, name),
    format: (value) => wordsOf(name, value),
    stored: (row) => {
      const value = storedValue(row as unknown as ShipmentPlanWithPackLists, name);
      return name === 'charge' ? plainFigure(String(value ?? '')) : value;
    },
  }));
}

function labelOf(t: ReturnType<typeof useT>, name: PlanField): string {
  if (name === 'shippingMethod') return t('shipments:shippingMethod');
  if (name === 'rate') return t('records:rate.name');
  if (name === 'charge') return t('shipments:plans.charge.name');
  if (name === 'readyOn' || name === 'arrivedOn' || name === 'deliveredOn') return t(`shipments:plans.on.${name}`);
  const day = EXPECTED_DAYS.find((one) => one === name);
  if (day) return t(`shipments:plans.day.${day}`);
  return t(`shipments:plans.field.${name as 'name'}`);
}
