import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { ShipmentPlan, shipmentPlanTotals } from '@quayside/contracts/shipments/shipment-plans';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FilterOption, GridColumn, GridFilter } from '../../../../components/data-grid/grid-types.ts';
import { Money } from '../../../../components/ui/money.tsx';
import { Chip } from '../../../../components/ui/status-chip.tsx';
import { cubicMetres, kilograms } from '../../../../components/ui/measured-text.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import {
  EN_DASH,
  formatCount,
  formatDayShort,
  formatInstant,
  formatQuantity,
  formatRelative,
} from '../../../../lib/words/format.ts';
import { fetchSupplierOptions } from '../../../../lib/supplier-options.ts';
import { arrivedWords } from '../../receiving/arrived-words.ts';
import { ShipmentChip } from '../../shipment-chip.tsx';
import classes from '../../shipments.module.css';
import { statusOptions } from '../../status-options.ts';

type Totals = ResponseOf<typeof shipmentPlanTotals>;
type Column = GridColumn<ShipmentPlan, Totals>;
type Day = 'estimatedReadyDate' | 'estimatedShipDate' | 'eta' | 'estimatedDeliveryDate';

const HAPPENED = {
  estimatedReadyDate: 'readyOn',
  estimatedShipDate: 'shippedOn',
  eta: 'arrivedOn',
  estimatedDeliveryDate: 'deliveredOn',
} as const;

/** The columns of the list of shipment plans. `countries` are the names of the countries by their codes. */
export function planColumns(t: T, currency: string, countries: ReadonlyMap<string, string>): Column[] {
  const place = (id: 'fromCountry' | 'country') => ({
    id,
    width: 130,
    fits: true,
    value: (row: ShipmentPlan) => {
      const code = row[id];
      return code === null ? null : (countries.get(code) ?? code);
    },
  });
  const day = (id: Day): Column => ({
    id,
    header: t(`shipments:plans.day.${id}`),
    sort: true,
    fits: true,
    width: id === 'estimatedShipDate' ? 136 : 116,
    value: (row) => row[HAPPENED[id]] ?? row[id],
    render: (row) => <PlanDay row={row} day={id} />,
  });
  return [
    {
      id: 'number',
      header: t('shipments:plans.number'),
      sort: true,
      link: true,
      card: 'title',
      width: 108,
      pinned: 'left',
    },
    { id: 'name', header: t('shipments:plans.field.name'), card: 'subtitle', flex: 1, minWidth: 120 },
    {
      id: 'status',
      header: t('shipments:status'),
      sort: true,
      card: 'chip',
      fits: true,
      width: 138,
      render: (row) => (
        <ShipmentChip
          status={row.status}
          method={row.shippingMethod}
          quiet
          detail={row.isLate ? t('shipments:plans.list.isLate') : arrivedWords(t, row)}
        />
      ),
    },
    {
      id: 'shippingMethod',
      header: t('shipments:shippingMethod'),
      width: 92,
      hidden: true,
      value: ({ shippingMethod }) => shippingMethod && t(`shippingMethod.${shippingMethod}`),
    },
    { ...place('fromCountry'), header: t('shipments:plans.from'), hidden: true },
    { ...place('country'), header: t('shipments:plans.to') },
    { ...day('estimatedReadyDate'), hidden: true },
    {
      id: 'cutOff',
      header: t('shipments:plans.day.cutOff'),
      fits: true,
      width: 92,
      hidden: true,
      render: (row) => formatDayShort(row.cutOff),
    },
    day('estimatedShipDate'),
    day('eta'),
    { ...day('estimatedDeliveryDate'), hidden: true },
    ...figureColumns(t),
    {
      id: 'accountCost',
      header: t('shipments:plans.list.cost', { currency }),
      help: t('shipments:plans.list.costHelp'),
      kind: 'number',
      width: 140,
      value: (row) => row.estimatedCostInAccountCurrency,
      render: (row) => <Money as="bare" value={row.estimatedCostInAccountCurrency} currency={currency} zero="figure" />,
      total: ({ estimatedCost, withoutCost }) =>
        withoutCost > 0 ? (
          <span title={t('shipments:plans.list.withoutCost', { count: withoutCost })}>
            <Money as="bare" value={estimatedCost} currency={currency} zero="figure" />
            <span className={classes.warning}> *</span>
            <span className="visually-hidden">{t('shipments:plans.list.withoutCost', { count: withoutCost })}</span>
          </span>
        ) : (
          <Money as="bare" value={estimatedCost} currency={currency} zero="figure" />
        ),
    },
    {
      id: 'carrier',
      header: t('shipments:plans.field.carrierContactId'),
      width: 160,
      hidden: true,
      value: ({ carrierContact }) => carrierContact?.companyName,
    },
    {
      id: 'sentAt',
      header: t('shipments:plans.list.sent'),
      fits: true,
      width: 128,
      hidden: true,
      render: (row) => <Sent row={row} />,
    },
    {
      id: 'updatedAt',
      header: t('shipments:plans.list.updated'),
      sort: true,
      fits: true,
      width: 108,
      hidden: true,
      render: (row) => <span title={formatInstant(row.updatedAt)}>{formatRelative(row.updatedAt)}</span>,
    },
  ];
}

/** What the plans hold. Measures that are unknown are counted beside their sum. */
function figureColumns(t: T): Column[] {
  return [
    {
      id: 'packLists',
      header: t('shipments:packLists'),
      kind: 'number',
      width: 92,
      hidden: true,
      value: ({ packListCount }) => packListCount,
      render: (row) => formatCount(row.packListCount),
      total: ({ packLists }) => formatCount(packLists),
    },
    {
      id: 'units',
      header: t('shipments:units'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 80,
      render: (row) => formatQuantity(row.units),
      total: ({ units }) => formatQuantity(units),
    },
    {
      id: 'received',
      header: t('shipments:plans.received'),
      sort: true,
      kind: 'number',
      width: 88,
      hidden: true,
      value: ({ receivedUnits }) => receivedUnits,
      render: ({ receivedUnits }) => formatQuantity(receivedUnits),
      total: ({ received }) => formatQuantity(received),
    },
    {
      id: 'missing',
      header: t('shipments:plans.missing'),
      kind: 'number',
      width: 88,
      hidden: true,
      value: ({ missingUnits }) => missingUnits,
      render: ({ missingUnits }) => formatQuantity(missingUnits),
      total: ({ missing }) => formatQuantity(missing),
    },
    {
      id: 'cartons',
      header: t('shipments:cartons.title'),
      sort: true,
      kind: 'number',
      width: 88,
      render: (row) => formatQuantity(row.cartons),
      total: ({ cartons }) => formatQuantity(cartons),
    },
    {
      id: 'volume',
      header: t('shipments:plans.volume'),
      sort: true,
      kind: 'number',
      width: 104,
      render: (row) => cubicMetres(row.volume),
      total: ({ volume, withoutVolume }) => <Partial figure={cubicMetres(volume)} without={withoutVolume} />,
    },
    {
      id: 'weight',
      header: t('shipments:plans.weight'),
      sort: true,
      kind: 'number',
      width: 112,
      hidden: true,
      render: (row) => kilograms(row.weight),
      total: ({ weight, withoutWeight }) => <Partial figure={kilograms(weight)} without={withoutWeight} />,
    },
  ];
}

/** A sum that leaves out plans of which a measure is unknown. */
function Partial({ figure, without }: { figure: ReactNode; without: number }) {
  const t = useT();
  if (without === 0) return figure;
  const words = t('shipments:plans.list.without', { count: without });
  return (
    <span title={words}>
      {figure}
      <span className={classes.warning}> *</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

/** A day that happened, or the expected one, which is marked as such. A day of departure that has passed is late. */
function PlanDay({ row, day }: { row: ShipmentPlan; day: Day }) {
  const t = useT();
  const happened = row[HAPPENED[day]];
  if (happened !== null)
    return (
      <span>
        <IconCheck size={13} stroke={2} role="img" aria-label={t('shipments:plans.list.happened')} />{' '}
        {formatDayShort(happened)}
      </span>
    );
  const expected = row[day];
  if (expected === null) return EN_DASH;
  if (day === 'estimatedShipDate' && row.isLate)
    return (
      <Chip icon={IconAlertTriangle} tone="danger">
        {t('shipments:plans.list.late', { day: formatDayShort(expected) })}
      </Chip>
    );
  return (
    <span className={classes.faint}>
      <span aria-hidden>≈ </span>
      <span className="visually-hidden">{t('shipments:plans.list.expected')} </span>
      {formatDayShort(expected)}
    </span>
  );
}

/** When a plan was sent, and whether it was changed since. */
function Sent({ row: { sentAt, isChangedSinceSent } }: { row: ShipmentPlan }) {
  const t = useT();
  if (sentAt === null) return EN_DASH;
  return (
    <span title={formatInstant(sentAt)}>
      {isChangedSinceSent ? (
        <Chip tone="warning">{t('shipments:plans.list.changedSinceSent')}</Chip>
      ) : (
        formatRelative(sentAt)
      )}
    </span>
  );
}

/** The filters of the list of shipment plans. */
export function planFilters(t: T, countries: readonly FilterOption[]): GridFilter[] {
  return [
    { field: 'status', label: t('shipments:status'), kind: 'select', options: statusOptions(t) },
    {
      field: 'shippingMethod',
      label: t('shipments:shippingMethod'),
      kind: 'select',
      ops: ['in', 'isEmpty', 'isNotEmpty'],
      options: SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) })),
    },
    {
      field: 'carrier',
      label: t('shipments:plans.field.carrierContactId'),
      kind: 'select',
      ops: ['in', 'isEmpty', 'isNotEmpty'],
      options: fetchSupplierOptions,
    },
    { field: 'country', label: t('shipments:plans.to'), kind: 'select', ops: ['in'], options: countries },
    {
      field: 'estimatedShipDate',
      label: t('shipments:plans.day.estimatedShipDate'),
      kind: 'range',
      of: 'day',
    },
    { field: 'eta', label: t('shipments:plans.day.eta'), kind: 'range', of: 'day' },
    { field: 'sent', label: t('shipments:plans.list.sent'), kind: 'presence' },
    { field: 'missing', label: t('shipments:plans.missing'), kind: 'presence' },
    {
      field: 'archived',
      label: t('shipments:plans.archived'),
      kind: 'select',
      ops: ['in'],
      options: [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ],
    },
    {
      field: 'late',
      label: t('shipments:plans.late'),
      kind: 'select',
      ops: ['in'],
      options: [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ],
    },
  ];
}
