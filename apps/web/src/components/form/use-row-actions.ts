import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { toast, toastFailure } from '../../lib/toasts.ts';
import { confirm } from '../ui/confirm.tsx';

interface RowActions<Row> {
  readonly row: { readonly id: string; readonly version: number };
  readonly archiving: UseMutationResult<Row, Error, { id: string; archivedAt: string | null }>;
  readonly deleting: UseMutationResult<unknown, Error, { id: string; version: number }>;
  /** Hears of the row as it was stored. */
  readonly onWritten: (fresh: Row) => void;
  /** Where the list is, and what makes it forget a row that went. */
  readonly listPath: string;
  readonly refreshList: () => Promise<unknown>;
  readonly words: {
    readonly entity: string;
    readonly archive: Question & { readonly back: string };
    readonly remove: Question;
  };
}
/** What is asked before, and what is said after. */
interface Question {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly done: string;
}

/** Archive, bring back and delete the row of a page, each with its question and its way back. */
export function useRowActions<Row>({ row, archiving, deleting, onWritten, listPath, refreshList, words }: RowActions<Row>) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<ApiError>();
  const [isGone, setGone] = useState(false);
  const { id, version } = row;

  // After the guard of the form has heard that the row is gone.
  useEffect(() => {
    if (!isGone) return;
    void navigate(listPath, { replace: true });
    void refreshList();
  }, [isGone, navigate, listPath, refreshList]);

  const bringBack = () => archiving.mutate({ id, archivedAt: null }, { onSuccess: (fresh) => (onWritten(fresh), toast('success', words.archive.back)) });
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
          isApiError(error) && error.code.endsWith('in_use') ? setRefusal(error) : toastFailure(error, { verb: 'delete', entity: words.entity }),
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
