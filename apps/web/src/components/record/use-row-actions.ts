import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ApiError, isApiError } from '../../lib/errors/api-error.ts';
import { toast, toastFailure } from '../../lib/toasts/toasts.ts';
import { confirm } from '../ui/confirm.tsx';

interface RowActions<Row> {
  readonly row: { readonly id: string; readonly version: number };
  readonly archiving: UseMutationResult<Row, Error, { id: string; archivedAt: string | null }>;
  readonly deleting: UseMutationResult<unknown, Error, { id: string; version: number }>;
  /** Called with the row as the server stored it. */
  readonly onWritten: (fresh: Row) => void;
  /** The path of the list. The page goes there after a delete. */
  readonly listPath: string;
  readonly words: {
    readonly entity: string;
    readonly archive: Question & { readonly back: string };
    readonly remove: Question;
  };
}
/** The question before an action, and the message after it. */
interface Question {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly done: string;
}

/** The actions that can be performed on the row of a page. */
export interface RowActionsOfPage {
  readonly archive: () => void;
  readonly bringBack: () => void;
  readonly remove: () => void;
  /** Set when a delete was refused because the row is in use. The page then offers to archive it. */
  readonly refusal: ApiError | undefined;
  readonly archiveInstead: () => void;
  readonly dropRefusal: () => void;
  /** Whether the row was deleted. The page then closes without asking about unsaved input. */
  readonly isGone: boolean;
  readonly isBusy: boolean;
}

/**
 * Archives, restores and deletes the row of a page. Asks for confirmation before the action, and offers Undo
 * afterwards.
 */
export function useRowActions<Row>({
  row,
  archiving,
  deleting,
  onWritten,
  listPath,
  words,
}: RowActions<Row>): RowActionsOfPage {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<ApiError>();
  const [isGone, setGone] = useState(false);
  const { id, version } = row;

  // Navigate only after the form has rendered with the deleted state. Otherwise the form would ask about unsaved
  // changes.
  useEffect(() => {
    if (isGone) void navigate(listPath, { replace: true });
  }, [isGone, navigate, listPath]);

  const bringBack = () => {
    archiving.mutate(
      { id, archivedAt: null },
      { onSuccess: (fresh) => (onWritten(fresh), toast('success', words.archive.back)) },
    );
  };
  const archiveNow = () =>
    archiving.mutate(
      { id, archivedAt: new Date().toISOString() },
      { onSuccess: (fresh) => (onWritten(fresh), toast('success', words.archive.done, { onUndo: bringBack })) },
    );
  const archive = async () => {
    if (await confirm(words.archive)) archiveNow();
  };
  const remove = async () => {
    if (!(await confirm({ ...words.remove, danger: true }))) return;
    deleting.mutate(
      { id, version },
      {
        onSuccess: () => (setGone(true), toast('success', words.remove.done)),
        onError: (error) =>
          isApiError(error) && error.code.endsWith('in_use')
            ? setRefusal(error)
            : toastFailure(error, { verb: 'delete', entity: words.entity }),
      },
    );
  };
  return {
    archive: () => void archive(),
    bringBack,
    remove: () => void remove(),
    archiveInstead: () => (setRefusal(undefined), archiveNow()),
    refusal,
    dropRefusal: () => setRefusal(undefined),
    isGone,
    isBusy: archiving.isPending || deleting.isPending,
  };
}
