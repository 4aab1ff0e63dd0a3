import { Progress, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { formatCount } from '../../lib/words/format.ts';
import { ActionButton } from './action-button.tsx';
import { Card } from './card.tsx';
import classes from './choice-cards.module.css';
import { Dialog, DialogButtons } from './confirm.tsx';
import { ErrorState, Note } from './states.tsx';
import { Chip } from './status-chip.tsx';

interface Choice<C extends string> {
  readonly id: C;
  readonly name: string;
  /** What the account gets with it, and what else follows. */
  readonly what: string;
  readonly note: string;
  readonly preview: string;
}
interface ChoiceCardsProps<C extends string> {
  readonly choices: readonly Choice<C>[];
  readonly used: C;
  readonly usedLabel: string;
  readonly permission: Permission;
  readonly onChoose: (choice: C) => void;
}

/** The ways in which an account can work out something, side by side. One is in use; another is previewed first. */
export function ChoiceCards<C extends string>({
  choices,
  used,
  usedLabel,
  permission,
  onChoose,
}: ChoiceCardsProps<C>): ReactNode {
  return (
    <div className={classes.cards}>
      {choices.map(({ id, name, what, note, preview }) => (
        <Card key={id} title={name} end={id === used && <Chip tone="accent">{usedLabel}</Chip>}>
          <div className={classes.body}>
            <p>{what}</p>
            <p className="muted">{note}</p>
            {id !== used && (
              <div>
                <ActionButton permission={permission} onClick={() => onChoose(id)}>
                  {preview}
                </ActionButton>
              </div>
            )}
          </div>
        </Card>
      ))}
    </div>
  );
}

interface FollowedProps {
  readonly title: string;
  readonly done: number;
  readonly count: number;
  /** How many of how many follow, in words. */
  readonly words: (shown: { readonly done: string; readonly count: number }) => string;
}

/** How much follows a changed choice, while that is under way. Live messages keep it up to date. */
export function Followed({ title, done, count, words }: FollowedProps) {
  return (
    <Card>
      <div className={classes.body}>
        <p role="status">{title}</p>
        <Progress value={count === 0 ? 100 : (100 * done) / count} size="sm" radius="xl" aria-label={title} />
        <p className="muted num">{words({ done: formatCount(done), count })}</p>
      </div>
    </Card>
  );
}

interface ChoiceDialogProps<P> {
  readonly title: string;
  readonly action: string;
  readonly preview: Pick<UseQueryResult<P>, 'data' | 'error' | 'isError' | 'isPending' | 'refetch'>;
  readonly change: { readonly mutate: () => void; readonly isPending: boolean; readonly problem: string | undefined };
  readonly onClose: () => void;
  readonly children: (preview: P) => ReactNode;
}

/** What another choice would change. Only when that is in view can it be made. */
export function ChoiceDialog<P>({ title, action, preview, change, onClose, children }: ChoiceDialogProps<P>) {
  const t = useT();
  return (
    <Dialog
      title={title}
      size={760}
      onClose={onClose}
      footer={
        <DialogButtons
          action={action}
          onCancel={onClose}
          onAction={() => change.mutate()}
          isBusy={change.isPending}
          isBlocked={!preview.data}
        />
      }
    >
      <div className="stack">
        {preview.isError && (
          <ErrorState error={preview.error} record={t('previewEntity')} onRetry={() => void preview.refetch()} />
        )}
        {preview.isPending && <Skeleton height={140} aria-label={t('loading')} />}
        {preview.data && children(preview.data)}
        {change.problem && (
          <Note tone="danger" role="alert">
            {change.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
