import type { ImportState } from '@quayside/contracts/imports';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconClipboardCheck,
  IconClock,
  IconLoader,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { formatCount, formatPercent } from '../../lib/words/format.ts';
import type { Tone } from '../../theme/theme.ts';
import { useImportKit } from './import-kit.ts';
import type { AnyImport } from './import-types.ts';
import { percentOf, ProgressBar } from './progress-bar.tsx';
import classes from './import.module.css';

const LOOKS: Record<ImportState, { readonly icon: TablerIcon; readonly tone: Tone }> = {
  PENDING: { icon: IconClock, tone: 'info' },
  CHECKING: { icon: IconLoader, tone: 'info' },
  CHECKED: { icon: IconClipboardCheck, tone: 'accent' },
  IMPORTING: { icon: IconLoader, tone: 'info' },
  IMPORTED: { icon: IconCircleCheck, tone: 'positive' },
  REFUSED: { icon: IconAlertTriangle, tone: 'danger' },
  FAILED: { icon: IconX, tone: 'danger' },
  CANCELLED: { icon: IconBan, tone: 'neutral' },
  UNDOING: { icon: IconLoader, tone: 'info' },
  UNDONE: { icon: IconArrowBackUp, tone: 'neutral' },
};

/** The state of an import, as a badge. */
export function ImportChip({ state }: { state: ImportState }) {
  const t = useT();
  const { icon, tone } = LOOKS[state];
  return (
    <Chip icon={icon} tone={tone} spoken={t('imports:state')}>
      {t(`imports:states.${state}`)}
    </Chip>
  );
}

interface BusyProps {
  readonly title: string;
  /** The progress from 0 to 1; undefined while it is unknown. */
  readonly part: number | undefined;
  /** The text beside the bar: "4,100 of 10,000 rows". */
  readonly figure?: ReactNode;
  readonly children: ReactNode;
  readonly cancel?: {
    readonly label: string;
    readonly permission?: Permission;
    readonly loading?: boolean;
    readonly onClick: () => void;
  };
}

/** A card that shows work in progress: title, progress bar, explanation, and a button that cancels it. */
export function BusyCard({ title, part, figure, children, cancel }: BusyProps) {
  const percent = percentOf(part);
  return (
    <Card>
      <div className={classes.busy}>
        <p className={classes.busyTitle} role="status">
          {title}
        </p>
        <ProgressBar title={title} percent={percent} />
        <p className="muted">
          {figure !== undefined && <b className="num">{figure}</b>}{' '}
          {percent !== undefined && <span className="num">{formatPercent(percent, 0)}</span>}
        </p>
        <p className="muted">{children}</p>
        {cancel && (
          <div>
            <ActionButton
              size="xs"
              {...(cancel.permission ? { permission: cancel.permission } : {})}
              loading={cancel.loading ?? false}
              onClick={cancel.onClick}
            >
              {cancel.label}
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  );
}

/** The words of the work that an import waits for or goes through. */
function wordsOf(state: ImportState) {
  if (state === 'UNDOING') return { title: 'imports:undo.running', body: 'imports:undo.runningBody' } as const;
  if (state === 'IMPORTING') return { title: 'imports:importing', body: 'imports:importingBody' } as const;
  const title = state === 'PENDING' ? 'imports:waiting' : 'imports:checking';
  return { title, body: 'imports:checkingBody' } as const;
}

/** The progress of work on the server: the rows or products done so far, out of those known so far. */
export function RunningCard({
  result,
  permission,
  isStopping,
  onCancel,
}: {
  result: AnyImport;
  permission: Permission;
  isStopping: boolean;
  onCancel: () => void;
}) {
  const t = useT();
  const words = useImportKit().words(t);
  const { state, progress, fileName } = result;
  const { title, body } = wordsOf(state);
  const isUndoing = state === 'UNDOING';
  const done = progress?.done ?? 0;
  const total = progress?.total ?? null;
  const figures = { done: formatCount(done), total: formatCount(total ?? 0) };
  return (
    <BusyCard
      title={t(title, { name: fileName })}
      part={total === null || total === 0 ? undefined : Math.min(1, done / total)}
      figure={
        total === null
          ? done > 0 && t('imports:rowsDone', { count: done, formatted: figures.done })
          : isUndoing
            ? words.doneOf(figures.done, total)
            : t('imports:rowsDoneOf', { count: total, ...figures })
      }
      {...(!isUndoing && {
        cancel: {
          label: t(state === 'IMPORTING' ? 'imports:stop' : 'cancel'),
          permission,
          loading: isStopping,
          onClick: onCancel,
        },
      })}
    >
      {t(body)}
    </BusyCard>
  );
}
