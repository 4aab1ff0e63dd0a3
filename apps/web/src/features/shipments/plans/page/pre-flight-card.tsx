import type { PreFlight, PreFlightFinding } from '@quayside/contracts/shipments/pre-flight';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../../components/ui/action-button.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { ErrorState } from '../../../../components/ui/states.tsx';
import { Chip } from '../../../../components/ui/status-chip.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { formatCount, formatQuantity } from '../../../../lib/words/format.ts';
import { paths } from '../../../../lib/paths.ts';
import { usePrinting } from '../../../../lib/page/printing.ts';
import { usePlan } from '../editor/use-plan.ts';
import { preFlightQuery } from '../plan-calls.ts';
import classes from '../plans.module.css';

const ANCHOR = 'pre-flight';
const FIRST_SHOWN = 6;

/** Whether the plan passes, for the strip of its days. With findings it is a link to them. */
export function PreFlightCell() {
  const t = useT();
  const id = usePlan(({ record }) => record.id);
  const { data } = useQuery(preFlightQuery(id));
  return (
    <>
      <span className="field-label">{t('shipments:plans.preFlight.title')}</span>
      {data &&
        (data.findings.length === 0 ? (
          <span className={classes.passed}>
            {data.cartons > 0 && <IconCircleCheck size={16} stroke={1.75} aria-hidden />}
            {data.cartons > 0
              ? t('shipments:plans.preFlight.pass', { count: data.cartons, formatted: formatCount(data.cartons) })
              : t('shipments:plans.preFlight.noCartons')}
          </span>
        ) : (
          <a href={`#${ANCHOR}`} className={classes.toFindings}>
            <Counts answer={data} />
          </a>
        ))}
    </>
  );
}

function Counts({ answer: { errors, warnings } }: { answer: PreFlight }) {
  const t = useT();
  return (
    <>
      {errors > 0 && (
        <Chip icon={IconCircleX} tone="danger">
          {t('shipments:plans.preFlight.errors', { count: errors })}
        </Chip>
      )}
      {warnings > 0 && (
        <Chip icon={IconAlertTriangle} tone="warning">
          {t('shipments:plans.preFlight.warnings', { count: warnings })}
        </Chip>
      )}
    </>
  );
}

/** What pre-flight found, and the labels that cartons need. It is absent while there is neither. */
export function PreFlightCard() {
  const t = useT();
  const id = usePlan(({ record }) => record.id);
  const query = useQuery(preFlightQuery(id));
  const { data } = query;
  if (query.isError && !data)
    return (
      <ErrorState
        error={query.error}
        record={t('shipments:plans.preFlight.entity')}
        onRetry={() => void query.refetch()}
      />
    );
  if (!data || data.findings.length + data.labels.length === 0) return null;
  const { rules } = data;
  return (
    <div id={ANCHOR} className={classes.preFlight}>
      <Card
        title={t('shipments:plans.preFlight.title')}
        hint={
          rules
            ? t('shipments:plans.preFlight.toAmazon', { marketplace: rules.marketplace, version: rules.version })
            : data.isToAmazon
              ? undefined
              : t('shipments:plans.preFlight.notAmazon')
        }
        end={<Counts answer={data} />}
        flush
      >
        {data.findings.length > 0 && <Findings findings={data.findings} />}
        {data.labels.length > 0 && <Labels labels={data.labels} />}
      </Card>
    </div>
  );
}

function Findings({ findings }: { findings: PreFlight['findings'] }) {
  const t = useT();
  const { shown, more, showAll } = useFirst(findings);
  return (
    <>
      <ul className={classes.findings} aria-label={t('shipments:plans.preFlight.of')}>
        {shown.map((finding, index) => (
          <FindingRow key={`${finding.code} ${finding.carton?.id ?? ''} ${index}`} finding={finding} />
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.looseNone}>
          <More count={more} onShow={showAll} />
        </p>
      )}
    </>
  );
}

/** The first of many, until a person asks for all of them. Paper has all. */
function useFirst<Row>(rows: readonly Row[]) {
  const [isWhole, setWhole] = useState(false);
  const isPrinting = usePrinting();
  const shown = isWhole || isPrinting ? rows : rows.slice(0, FIRST_SHOWN);
  return { shown, more: rows.length - shown.length, showAll: () => setWhole(true) };
}

function More({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useT();
  return (
    <>
      {t('shipments:plans.preFlight.more', { count })}{' '}
      <ActionButton size="compact-sm" onClick={onShow}>
        {t('shipments:plans.preFlight.showAll')}
      </ActionButton>
    </>
  );
}

function FindingRow({ finding }: { finding: PreFlightFinding }) {
  const t = useT();
  const { code, severity, carton, skus, sources, version } = finding;
  const isError = severity === 'ERROR';
  const Icon = isError ? IconCircleX : IconAlertTriangle;
  return (
    <li data-severity={severity}>
      <Icon
        size={16}
        stroke={1.75}
        role="img"
        aria-label={t(isError ? 'shipments:plans.preFlight.error' : 'shipments:plans.preFlight.warning')}
      />
      <div>
        <p>
          <b>
            {carton ? <Link to={paths.cartons(carton.id)}>{carton.number}</Link> : t('shipments:plans.preFlight.whole')}
          </b>{' '}
          {skus.join(', ')}
        </p>
        <p>
          {t(`shipments:plans.preFlight.code.${code}`)}
          {limitWords(t, finding)}
        </p>
        {code === 'CONTENTS' && <Places finding={finding} />}
        {sources.length > 0 && (
          <p className="quiet">
            {t('shipments:plans.preFlight.source', {
              sources: [...sources, ...(version === null ? [] : [version])].join(', '),
            })}
          </p>
        )}
      </div>
    </li>
  );
}

function limitWords(t: T, { limit, value, unit }: PreFlightFinding): string {
  if (limit === null || value === null || unit === null) return '';
  const words = t(`shipments:plans.preFlight.unit.${unit}`);
  const shown = (figure: string) => `${formatQuantity(figure, 'figure')} ${words}`;
  return `: ${t('shipments:plans.preFlight.limit', { limit: shown(limit), value: shown(value) })}`;
}

/** Where the units of a SKU are, by pack lists and by cartons. */
function Places({ finding: { plannedIn, packedIn } }: { finding: PreFlightFinding }) {
  const t = useT();
  const words = (places: PreFlightFinding['plannedIn']) =>
    places.length === 0
      ? t('shipments:plans.preFlight.noPlaces')
      : places
          .map(({ number, units }) => t('shipments:plans.preFlight.place', { number, units: formatCount(units) }))
          .join(', ');
  return (
    <p className="quiet num">
      {t('shipments:plans.preFlight.planned', { places: words(plannedIn) })} ·{' '}
      {t('shipments:plans.preFlight.packed', { places: words(packedIn) })}
    </p>
  );
}

function Labels({ labels }: { labels: PreFlight['labels'] }) {
  const t = useT();
  const { shown, more, showAll } = useFirst(labels);
  return (
    <>
      <h3 className={`field-label ${classes.labelsHead}`}>{t('shipments:plans.preFlight.labels')}</h3>
      <ul className={classes.labels} aria-label={t('shipments:plans.preFlight.labels')}>
        {shown.map(({ carton, count, label, above, unit }) => (
          <li key={carton.id}>
            <Link to={paths.cartons(carton.id)}>
              {t('shipments:plans.preFlight.needs', {
                count,
                formatted: formatCount(count),
                number: carton.number,
                label: t(`shipments:plans.preFlight.label.${label}`),
                above: `${above} ${t(`shipments:plans.preFlight.unit.${unit}`)}`,
              })}
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <More count={more} onShow={showAll} />
          </li>
        )}
      </ul>
    </>
  );
}
