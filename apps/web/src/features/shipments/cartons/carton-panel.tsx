import { Skeleton } from '@mantine/core';
import { type Carton, deleteCarton, updateCarton } from '@quayside/contracts/shipments/cartons';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { EN_DASH, formatCount } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { cartonQuery } from '../api.ts';
import { ShipmentChip } from '../shipment-chip.tsx';
import { CartonDialog } from './carton-dialog.tsx';
import { CartonPackLists } from './carton-pack-lists.tsx';
import { contentsWords, measuredWords } from './carton-words.ts';
import { useCartonWrites } from './use-carton-writes.ts';

/** A row of cartons beside the list. */
export function CartonPanel({ cartonId, onClose }: { cartonId: string; onClose: () => void }) {
  const t = useT();
  const carton = useQuery(cartonQuery(cartonId)).data;
  return (
    <Panel
      title={carton?.number ?? t('shipments:cartons.title')}
      {...(carton && { subtitle: contentsWords(carton) })}
      onClose={onClose}
    >
      <CartonPreview cartonId={cartonId} onGone={onClose} />
    </Panel>
  );
}

interface PreviewProps {
  readonly cartonId: string;
  /** Called when the row was deleted from here. */
  readonly onGone?: () => void;
}

/** The content of the preview of a row of cartons: what each carton holds, its measures, and what can be changed. */
export function CartonPreview({ cartonId, onGone }: PreviewProps) {
  const t = useT();
  const carton = useQuery(cartonQuery(cartonId));
  if (!carton.data)
    return carton.isError ? (
      <ErrorState error={carton.error} record={t('shipments:cartons.entity')} onRetry={() => void carton.refetch()} />
    ) : (
      <Skeleton height={240} role="status" aria-label={t('loading')} />
    );
  return <Inside key={cartonId} carton={carton.data} onGone={onGone} />;
}

function Inside({ carton, onGone }: { carton: Carton; onGone: (() => void) | undefined }) {
  const t = useT();
  const mayChange = usePermission(updateCarton);
  const mayDelete = usePermission(deleteCarton);
  const [isOpen, setOpen] = useState(false);
  const { remove, takeOut, isBusy } = useCartonWrites(carton, onGone);
  const blocked = carton.can.change.allowed ? null : carton.can.change.reason;
  return (
    <div className="stack">
      {mayChange.allowed && (
        <div className="row">
          <ActionButton icon={IconPencil} blocked={blocked} onClick={() => setOpen(true)}>
            {t('shipments:cartons.changeVerb')}
          </ActionButton>
          <ActionButton
            icon={IconTrash}
            permission={mayDelete}
            blocked={blocked}
            loading={isBusy}
            onClick={() => void remove()}
          >
            {t('shipments:cartons.delete')}
          </ActionButton>
        </div>
      )}
      <KeyValues items={factsOf(t, carton)} />
      <h3 className="item-title">{t('shipments:packLists')}</h3>
      <CartonPackLists carton={carton} onTakeOut={mayChange.allowed ? takeOut : undefined} isBusy={isBusy} />
      {isOpen && <CartonDialog carton={carton} onClose={() => setOpen(false)} />}
    </div>
  );
}

function factsOf(t: ReturnType<typeof useT>, carton: Carton) {
  const { count, cartonType, shipmentPlanId, shipmentPlanNumber, marks } = carton;
  const both = (of: 'cubicMetres' | 'kilograms', one: string | null, all: string | null) =>
    one === null ? (
      EN_DASH
    ) : (
      <MeasuredText>
        {(words) => t('shipments:cartons.eachAndAll', { one: words[of](one), all: words[of](all) })}
      </MeasuredText>
    );
  return [
    { label: t('shipments:status'), value: <ShipmentChip status={carton.status} /> },
    { label: t('shipments:cartons.cartons'), value: formatCount(count) },
    { label: t('shipments:cartons.contents'), value: contentsWords(carton) },
    { label: t('shipments:cartons.type'), value: cartonType?.name ?? EN_DASH },
    { label: t('shipments:cartons.measuredEach'), value: measuredWords(carton) || EN_DASH },
    {
      label: t('shipments:cartons.totalWeight'),
      value: both('kilograms', carton.weight, carton.totalWeight),
    },
    {
      label: t('shipments:cartons.totalVolume'),
      value: both('cubicMetres', carton.volume, carton.totalVolume),
    },
    {
      label: t('shipments:plan'),
      value:
        shipmentPlanId === null ? (
          t('shipments:packing.noPlan')
        ) : (
          <Link to={paths.shipmentPlan(shipmentPlanId)}>{shipmentPlanNumber}</Link>
        ),
    },
    ...(marks === null ? [] : [{ label: t('shipments:cartons.marks'), value: marks }]),
  ];
}
