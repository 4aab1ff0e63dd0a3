import { Skeleton } from '@mantine/core';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { IconArchive, IconArchiveOff, IconCompass, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { isApiError } from '../../lib/api-error.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { InUseDialog } from '../ui/in-use-dialog.tsx';
import { PageFrame, type PageFrameProps } from '../ui/page-frame.tsx';
import { EmptyState, ErrorState, Note } from '../ui/states.tsx';
import type { RowActionsOfPage } from './use-row-actions.ts';

interface RecordPageProps extends Omit<PageFrameProps, 'actions' | 'breadcrumb' | 'layout'> {
  /** The row's list; the breadcrumb links to it. */
  readonly list: { readonly label: string; readonly to: string };
  readonly row: { readonly archivedAt: string | null };
  readonly actions: RowActionsOfPage;
  /** The calls behind the buttons, to check permissions. */
  readonly calls: { readonly archive: EndpointSpec; readonly remove: EndpointSpec };
  readonly words: {
    /** An explanation shown above an archived row. */
    readonly archivedNote: string;
    /** The action offered when a delete was refused: "Archive supplier". */
    readonly archive: string;
  };
  /** Buttons before Archive and Delete. */
  readonly buttons?: ReactNode;
  /** Notes above the archived note. */
  readonly notes?: ReactNode;
}

/** The page of one row with Archive, Restore and Delete, and the notes about an archived row or one in use. */
export function RecordPage({ list, row, actions, calls, words, buttons, notes, children, ...frame }: RecordPageProps) {
  const t = useT();
  const mayArchive = usePermission(calls.archive);
  const mayDelete = usePermission(calls.remove);
  const isArchived = row.archivedAt !== null;
  return (
    <PageFrame
      {...frame}
      breadcrumb={[list]}
      actions={
        <>
          {buttons}
          <ActionButton
            icon={isArchived ? IconArchiveOff : IconArchive}
            permission={mayArchive}
            loading={actions.isBusy}
            onClick={isArchived ? actions.bringBack : actions.archive}
          >
            {isArchived ? t('restore') : t('archive')}
          </ActionButton>
          <ActionButton
            icon={IconTrash}
            color="danger"
            permission={mayDelete}
            loading={actions.isBusy}
            onClick={actions.remove}
          >
            {t('delete')}
          </ActionButton>
        </>
      }
    >
      {notes}
      {isArchived && (
        <Note tone="neutral" icon={IconArchive}>
          {words.archivedNote}
        </Note>
      )}
      {children}
      {actions.refusal && (
        <InUseDialog
          message={actions.refusal.message}
          uses={actions.refusal.uses}
          archive={words.archive}
          onArchive={isArchived ? undefined : actions.archiveInstead}
          onClose={actions.dropRefusal}
        />
      )}
    </PageFrame>
  );
}

interface UnloadedRecordProps {
  readonly list: { readonly label: string; readonly to: string };
  /** The noun for one row: "Supplier". */
  readonly entity: string;
  /** Why the row may be missing, and the label of the link to the list. */
  readonly words: { readonly notFoundHint: string; readonly backToList: string };
  /** The load error; undefined while loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Heights of the placeholder cards. */
  readonly heights: readonly number[];
}

/** Shown instead of the row: while it loads, when it is unknown, and when loading failed. */
export function UnloadedRecord({ list, entity, words, error, onRetry, heights }: UnloadedRecordProps) {
  const t = useT();
  return (
    <PageFrame title={list.label} breadcrumb={[list]}>
      {!error && <LoadingCards heights={heights} />}
      {isUnknownRow(error) && (
        <Card flush>
          <EmptyState
            icon={IconCompass}
            title={t('errors:entityNotFound', { entity })}
            actions={
              <ActionButton variant="filled" to={list.to}>
                {words.backToList}
              </ActionButton>
            }
          >
            {words.notFoundHint}
          </EmptyState>
        </Card>
      )}
      {error && !isUnknownRow(error) && <ErrorState error={error} entity={entity} onRetry={onRetry} />}
    </PageFrame>
  );
}

/** The server has no such row or path. */
export const isUnknownRow = (error: unknown): boolean => isApiError(error) && [400, 404, 422].includes(error.status);

/** Placeholder cards. */
export function LoadingCards({ heights }: { heights: readonly number[] }) {
  const label = useT()('loading');
  return (
    <div className="stack" role="status" aria-label={label}>
      {heights.map((height, index) => (
        <Skeleton key={index} height={height} radius={10} />
      ))}
    </div>
  );
}
