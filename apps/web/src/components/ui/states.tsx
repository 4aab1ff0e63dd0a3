import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type T, useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import type { FailureWords } from '../../lib/errors/failure-words.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import type { Tone } from '../../theme/theme.ts';
import classes from './states.module.css';

interface EmptyStateProps {
  readonly icon: TablerIcon;
  readonly title: string;
  /** Renders the title as the heading of the page, for a page that has no other heading. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  /** One primary action, and optionally a secondary one beside it. */
  readonly actions?: ReactNode;
}

/** An empty state. It explains which records belong here, and offers to add one. */
export function EmptyState({ icon: Icon, title, isPage = false, children, actions }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon}>
        <Icon size={22} stroke={1.75} aria-hidden />
      </span>
      <Heading className={classes.emptyTitle}>{title}</Heading>
      {children && <p className={classes.emptyBody}>{children}</p>}
      {actions && <div className={classes.emptyActions}>{actions}</div>}
    </div>
  );
}

/** What could not be loaded. One of the names is required, so that no message leaves it out. */
type Named =
  /** The noun in the documented message for a list: "Failed to get products". */
  | { readonly entity: string; readonly record?: undefined; readonly fixed?: undefined }
  /** The noun in the documented message for a single record: "An error occured trying to get product". */
  | { readonly record: string; readonly entity?: undefined; readonly fixed?: undefined }
  /** A documented message that is used instead. */
  | { readonly fixed: NonNullable<FailureWords['fixed']>; readonly entity?: undefined; readonly record?: undefined };
type ErrorStateProps = Named & {
  readonly error: unknown;
  readonly hint?: ReactNode;
  readonly onRetry?: () => void;
};

function namedFailure(t: T, { entity, record, fixed }: Named): string {
  if (fixed !== undefined) return t(`errors:${fixed}`);
  return record === undefined ? t('errors:failedList', { entity }) : t('errors:failed_get', { entity: record });
}

/** Shown when loading failed. It explains what failed and why, and has a "Try again" button. */
export function ErrorState({ error, hint, onRetry, ...named }: ErrorStateProps) {
  const t = useT();
  const told = isApiError(error) && error.status !== 500 ? failureText(error) : t('errors:generic');
  const text = told === t('errors:generic') ? namedFailure(t, named) : told;
  return (
    <Note
      tone="danger"
      role="alert"
      action={
        onRetry && (
          <Button size="xs" leftSection={<IconRefresh size={14} stroke={1.75} />} onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )
      }
    >
      <b>
        {text}
        {/[.!?]$/.test(text) ? '' : '.'}
      </b>{' '}
      {hint}
      {isApiError(error) && error.status >= 500 && error.requestId && (
        <span className={classes.reference}> {t('errors:reference', { id: error.requestId })}</span>
      )}
    </Note>
  );
}

interface NoteProps {
  readonly tone: Exclude<Tone, 'accent'>;
  readonly icon?: TablerIcon;
  readonly role?: 'alert' | 'status';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A coloured note about a matter that needs attention. */
export function Note({ tone, icon: Icon = IconAlertTriangle, role, action, children }: NoteProps) {
  return (
    <div className={classes.note} data-tone={tone} role={role}>
      <Icon size={16} stroke={1.75} aria-hidden className={classes.noteIcon} />
      <div className={classes.noteText}>{children}</div>
      {action && <div className={classes.noteAction}>{action}</div>}
    </div>
  );
}
