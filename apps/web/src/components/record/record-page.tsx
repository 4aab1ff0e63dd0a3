import { ActionIcon, Skeleton } from '@mantine/core';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { IconArchive, IconArchiveOff, IconCompass, IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { InUseDialog } from '../ui/in-use-dialog.tsx';
import { Menu } from '../ui/layers.tsx';
import { MenuAction } from '../ui/menu-action.tsx';
import { PageFrame, type PageFrameProps } from '../ui/page-frame.tsx';
import { EmptyState, ErrorState, Note } from '../ui/states.tsx';
import type { RowActionsOfPage } from './use-row-actions.ts';

interface RecordPageProps extends Omit<PageFrameProps, 'actions' | 'breadcrumb' | 'layout'> {
  /** The list that contains the row. The breadcrumb links to this list. */
  readonly list: { readonly label: string; readonly to: string };
  readonly row: { readonly archivedAt: string | null };
  readonly actions: RowActionsOfPage;
  /** The calls that the buttons make. They decide which buttons the person may use. */
  readonly calls: { readonly archive: EndpointSpec; readonly remove: EndpointSpec };
  readonly words: {
    /** An explanation shown above an archived row. */
    readonly archivedNote: string;
    /** The label of the action that is offered when a delete was refused: "Archive supplier". */
    readonly archive: string;
  };
  /** Buttons before the menu with Archive and Delete. */
  readonly buttons?: ReactNode;
  /** Notes above the archived note. */
  readonly notes?: ReactNode;
}

/**
 * The page of one row with the actions Archive, Restore and Delete. Notes explain that the row is archived, or that it
 * cannot be deleted because it is in use.
 */
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
          {isArchived && (
            <ActionButton
              icon={IconArchiveOff}
              permission={mayArchive}
              loading={actions.isBusy}
              onClick={actions.bringBack}
            >
              {t('restore')}
            </ActionButton>
          )}
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="default"
                size={34}
                aria-label={t('moreActions')}
                title={t('moreActions')}
                loading={actions.isBusy}
              >
                <IconDots size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {!isArchived && (
                <MenuAction icon={IconArchive} reason={mayArchive.reason} onClick={actions.archive}>
                  {t('archive')}
                </MenuAction>
              )}
              <MenuAction icon={IconTrash} color="danger" reason={mayDelete.reason} onClick={actions.remove}>
                {t('delete')}
              </MenuAction>
            </Menu.Dropdown>
          </Menu>
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
  /** The noun for one row, such as "Supplier". */
  readonly entity: string;
  /** A hint why the row may be missing, and the label of the link to the list. */
  readonly words: { readonly notFoundHint: string; readonly backToList: string };
  /** The load error; undefined while loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** The heights of the placeholder cards. */
  readonly heights: readonly number[];
}

/** Shown in place of the row while it loads, when it does not exist, and when loading failed. */
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
      {error && !isUnknownRow(error) && <ErrorState error={error} record={entity} onRetry={onRetry} />}
    </PageFrame>
  );
}

/** Whether the error means that the server has no such row, or no such path. */
export const isUnknownRow = (error: unknown): boolean => isApiError(error) && [400, 404, 422].includes(error.status);

/** Placeholder cards, shown while a record loads. */
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
