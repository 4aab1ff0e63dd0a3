import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import { DayInput } from '../../../../components/form/day-field.tsx';
import { ActionButton, IconButton } from '../../../../components/ui/action-button.tsx';
import { Chip } from '../../../../components/ui/status-chip.tsx';
import { useState } from 'react';
import { useT } from '../../../../i18n/i18n.ts';
import { EN_DASH, formatDay } from '../../../../lib/words/format.ts';
import { EXPECTED_DAYS, type HappenedDay, type PlanDay } from '../editor/plan-draft.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';
import classes from '../plans.module.css';
import { PreFlightCell } from './pre-flight-card.tsx';

/** For each expected day, the day on which it happened. A cut-off is a limit and does not happen. */
const HAPPENED_OF: Readonly<Record<(typeof EXPECTED_DAYS)[number], HappenedDay | null>> = {
  estimatedReadyDate: 'readyOn',
  cutOff: null,
  estimatedShipDate: 'shippedOn',
  eta: 'arrivedOn',
  estimatedDeliveryDate: 'deliveredOn',
};

interface StripProps {
  readonly isReadOnly: boolean;
  /** Opens the dialog that corrects a day which happened. */
  readonly onCorrect: (day: HappenedDay) => void;
}

/** The days of a plan in the order in which they come: each as it is expected, and as it happened. */
export function DaysStrip({ isReadOnly, onCorrect }: StripProps) {
  const t = useT();
  return (
    <section className={classes.strip} aria-label={t('shipments:plans.days')}>
      {EXPECTED_DAYS.map((expected) => {
        const happened = HAPPENED_OF[expected];
        return (
          <div key={expected}>
            <ExpectedDay field={expected} isReadOnly={isReadOnly} />
            {happened && <HappenedOn field={happened} isReadOnly={isReadOnly} onCorrect={() => onCorrect(happened)} />}
          </div>
        );
      })}
      <div>
        <PreFlightCell />
      </div>
    </section>
  );
}

function ExpectedDay({ field, isReadOnly }: { field: (typeof EXPECTED_DAYS)[number]; isReadOnly: boolean }) {
  const t = useT();
  const isLate = usePlan(({ record }) => record.isLate);
  const stored = usePlan(({ record }) => record[field]);
  const label = t(`shipments:plans.day.${field}`);
  return (
    <>
      {isReadOnly ? (
        <>
          <span className="field-label">{label}</span>
          <span className="item-title">{stored ? formatDay(stored) : EN_DASH}</span>
        </>
      ) : (
        <TypedDay field={field} label={label} />
      )}
      {field === 'estimatedShipDate' && isLate && (
        <span>
          <Chip icon={IconAlertTriangle} tone="danger">
            {t('shipments:plans.late')}
          </Chip>
        </span>
      )}
    </>
  );
}

function TypedDay({ field, label }: { field: PlanDay; label: string }) {
  const editor = usePlanEditor();
  const typed = usePlan(({ header: { draft } }) => draft[field]);
  const stored = usePlan(({ record }) => record[field]);
  const error = usePlan(({ header: { errors } }) => errors[field]);
  return (
    <DayInput
      label={label}
      error={error}
      value={typed ?? stored ?? ''}
      onChange={(day) => (editor.setHeader(field, day), editor.leaveHeader(field))}
    />
  );
}

/** The day on which something happened. A stored one is corrected with words; a missing one is typed on demand. */
function HappenedOn({
  field,
  isReadOnly,
  onCorrect,
}: {
  field: HappenedDay;
  isReadOnly: boolean;
  onCorrect: () => void;
}) {
  const t = useT();
  const stored = usePlan(({ record }) => record[field]);
  const status = usePlan(({ record }) => record.status);
  const [isOpen, setOpen] = useState(false);
  if (stored !== null)
    return (
      <span className={classes.happened}>
        <IconCheck size={14} stroke={2} aria-hidden />
        {t(`shipments:plans.happened.${field}`, { day: formatDay(stored) })}
        {!isReadOnly && (
          <IconButton size={24} icon={IconPencil} label={t(`shipments:plans.correct.${field}`)} onClick={onCorrect} />
        )}
      </span>
    );
  // A plan leaves by an action of its own, and nothing arrives before it has left.
  if (isReadOnly || field === 'shippedOn' || (field !== 'readyOn' && status === 'OPEN')) return null;
  if (!isOpen)
    return (
      <span>
        <ActionButton size="compact-xs" icon={IconCheck} onClick={() => setOpen(true)}>
          {t(`shipments:plans.happens.${field}`)}
        </ActionButton>
      </span>
    );
  return <TypedDay field={field} label={t(`shipments:plans.on.${field}`)} />;
}
