import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/api-error.ts';
import type { FailureWords } from '../../lib/failure-words.ts';
import { failureText } from '../../lib/failure-text.ts';
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

interface ErrorStateProps {
  readonly error: unknown;
  /** The noun in the documented message for a list: "Failed to get products". */
  readonly entity?: string;
  /** The noun in the documented message for a single record: "An error occured trying to get product". */
  readonly record?: string;
  /** A documented message that is used instead. */
  readonly fixed?: FailureWords['fixed'];
  readonly hint?: ReactNode;
  readonly onRetry?: () => void;
}

/** Shown when loading failed. It explains what failed and why, and has a "Try again" button. */
export function ErrorState({ error, entity, record, fixed, hint, onRetry }: ErrorStateProps) {
  const t = useT();
  const text =
    isApiError(error) && error.status !== 500
      ? failureText(error)
      : fixed
        ? t(`errors:${fixed}`)
        : record
          ? t('errors:failed_get', { entity: record })
          : entity
            ? t('errors:failedList', { entity })
            : t('errors:generic');
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
