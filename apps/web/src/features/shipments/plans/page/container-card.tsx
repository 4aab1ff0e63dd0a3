import { listContainerTypes, type ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../../components/ui/card.tsx';
import { ErrorState } from '../../../../components/ui/states.tsx';
import { IN_FULL, type MeasureWords } from '../../../../lib/words/measure-words.ts';
import { cubicMetres, MeasuredText } from '../../../../components/ui/measured-text.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { formatPercent } from '../../../../lib/words/format.ts';
import { paths } from '../../../../lib/paths.ts';
import { read } from '../../../../lib/api/query-client.ts';
import { usePlan } from '../editor/use-plan.ts';
import classes from '../plans.module.css';
import { leftOf, type Load, loadOf, permilleOf } from './fills.ts';
import { PlanChoiceField } from './plan-fields.tsx';

const NEARLY_FULL = 950;
const FULL = 1000;

/** The container and how full it is by volume and by weight. Both are bounds: cartons leave gaps. Below: its room. */
export function ContainerCard({ isReadOnly, children }: { isReadOnly: boolean; children?: ReactNode }) {
  const t = useT();
  const types = useQuery({ ...read('shipment-plans', listContainerTypes, {}), staleTime: Number.POSITIVE_INFINITY });
  const packLists = usePlan(({ record }) => record.packLists);
  const chosen = usePlan(({ header: { draft }, record: plan }) =>
    draft.containerType === undefined ? plan.containerType : draft.containerType,
  );
  const type = types.data?.find(({ value }) => value === chosen);
  const volume = loadOf(packLists, 'volume');
  const weight = loadOf(packLists, 'weight');
  return (
    <Card
      title={t('shipments:plans.container.title')}
      hint={
        type?.usableVolume && type.payload ? (
          <Holds volume={type.usableVolume} weight={type.payload} />
        ) : chosen === 'LCL' ? (
          t('shipments:plans.container.lcl')
        ) : undefined
      }
    >
      <div className="stack">
        {types.isError && !types.data ? (
          <ErrorState
            error={types.error}
            entity={t('shipments:plans.container.entity')}
            onRetry={() => void types.refetch()}
          />
        ) : (
          <PlanChoiceField field="containerType" options={types.data ?? []} isReadOnly={isReadOnly} />
        )}
        {type?.usableVolume && packLists.length > 0 && (
          <Picture packLists={packLists} volume={volume} most={type.usableVolume} />
        )}
        <div className={classes.meters}>
          <Meter measure="volume" load={volume} most={type?.usableVolume ?? null} />
          <Meter measure="weight" load={weight} most={type?.payload ?? null} />
        </div>
        {type?.usableVolume && children}
        {type?.usableVolume && (
          <p className="quiet">
            {type.source === null
              ? t('shipments:plans.container.ownSource')
              : t('shipments:plans.container.source', { source: type.source })}
          </p>
        )}
      </div>
    </Card>
  );
}

/** What a container holds at most. */
function Holds({ volume, weight }: { volume: string; weight: string }) {
  const t = useT();
  return (
    <MeasuredText>
      {(words) =>
        t('shipments:plans.container.holds', { volume: words.cubicMetres(volume), weight: words.kilograms(weight) })
      }
    </MeasuredText>
  );
}

interface MeterProps {
  readonly measure: 'volume' | 'weight';
  readonly load: Load;
  /** What the container holds; null without one that has a limit. */
  readonly most: string | null;
}

function Meter({ measure, load, most }: MeterProps) {
  const t = useT();
  const of = measure === 'volume' ? 'cubicMetres' : 'kilograms';
  const label = t(`shipments:plans.${measure}`);
  const permille = most === null ? undefined : permilleOf(load.known, most);
  const used = (words: MeasureWords) =>
    load.unknown.length > 0
      ? t('shipments:plans.container.atLeast', { figure: words[of](load.known) })
      : words[of](load.known);
  return (
    <div>
      <p className={classes.meterHead}>
        <span>{label}</span>
        <span className="num">
          <b>
            <MeasuredText>{used}</MeasuredText>
          </b>
          {most !== null && (
            <span className="quiet">
              {' '}
              <MeasuredText>{(words) => t('shipments:plans.container.of', { figure: words[of](most) })}</MeasuredText>
            </span>
          )}
        </span>
      </p>
      {permille !== undefined && most !== null && (
        <>
          <div
            className={classes.meter}
            role="meter"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.min(100, permille / 10)}
            aria-valuetext={formatPercent(permille / 10)}
          >
            <i
              style={{ width: `${Math.min(100, permille / 10)}%` }}
              data-tone={permille > FULL ? 'danger' : permille >= NEARLY_FULL ? 'warning' : undefined}
            />
          </div>
          <FillWords permille={permille} load={load} most={most} of={of} />
        </>
      )}
      {load.unknown.length > 0 && <Unknown measure={measure} products={load.unknown} />}
    </div>
  );
}

function FillWords({
  permille,
  load,
  most,
  of,
}: {
  permille: number;
  load: Load;
  most: string;
  of: 'cubicMetres' | 'kilograms';
}) {
  const t = useT();
  const { left, isOver } = leftOf(load.known, most);
  if (isOver)
    return (
      <p className="problem" role="status">
        <IconAlertTriangle size={13} stroke={2} aria-hidden />{' '}
        <MeasuredText>
          {(words) =>
            t('shipments:plans.container.over', { percent: formatPercent(permille / 10), figure: words[of](left) })
          }
        </MeasuredText>
      </p>
    );
  return (
    <p className="quiet num">
      {t('shipments:plans.container.full', { percent: formatPercent(permille / 10) })}
      {load.unknown.length === 0 && (
        <>
          {' · '}
          <MeasuredText>{(words) => t('shipments:plans.container.free', { figure: words[of](left) })}</MeasuredText>
        </>
      )}
    </p>
  );
}

/** Names the products without a measure. What the plan holds is more than what is shown. */
function Unknown({ measure, products }: { measure: 'volume' | 'weight'; products: Load['unknown'] }) {
  const t = useT();
  return (
    <p className={classes.unknown}>
      {t(`shipments:plans.container.unknown.${measure}`)}{' '}
      {products.map(({ productId, sku }, index) => (
        <span key={productId}>
          {index > 0 && ', '}
          <Link to={paths.product(sku, 'case-packaging')}>{sku}</Link>
        </span>
      ))}
    </p>
  );
}

/** The container, filled from the left by the volumes of the pack lists; what is free is dashed. */
function Picture({
  packLists,
  volume,
  most,
}: {
  packLists: ShipmentPlanWithPackLists['packLists'];
  volume: Load;
  most: string;
}) {
  const t = useT();
  const known = packLists.filter((one) => one.volume !== null);
  const { left, isOver } = leftOf(volume.known, most);
  return (
    <div className={classes.picture} aria-hidden>
      {known.map(({ packListId, sku, number, volume: own }, index) => (
        <span
          key={packListId}
          className={classes.part}
          style={{ flexGrow: permilleOf(own ?? '0', most), opacity: 1 - 0.7 * (index / Math.max(1, known.length)) }}
          title={`${number}, ${sku}, ${IN_FULL.cubicMetres(own)}`}
        />
      ))}
      {!isOver && (
        <span className={classes.free} style={{ flexGrow: permilleOf(left, most) }}>
          {volume.unknown.length === 0 && (
            <>
              <b className="num">{cubicMetres(left)}</b> {t('shipments:plans.container.freeWord')}
            </>
          )}
        </span>
      )}
    </div>
  );
}
