import { useCallback, useMemo, useRef, useState } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { failureText } from '../../../lib/errors/failure-text.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import type { GridColumn } from '../grid-types.ts';
import { createBlockStore } from './block-store.ts';
import type { GridEditing } from './cell-edit.ts';
import type { EditNews } from './edit-state.ts';
import { createEditStore } from './edit-store.ts';
import type { GridEdits } from './grid-edits.ts';

interface Options<Row> {
  readonly editing: GridEditing<Row> | undefined;
  readonly columns: readonly GridColumn<Row, never>[];
  readonly rows: readonly Row[];
  readonly getRowId: (row: Row) => string;
  /** Called with the rows that have just been stored. */
  readonly onSaved: (rows: readonly Row[]) => void;
}

/**
 * The edit store and the messages of one table. Both are kept when the person sorts, filters or pages, and when rows
 * are refetched.
 */
export function useGridEdits<Row>(options: Options<Row>): { edits: GridEdits<Row> | undefined; announcement: string } {
  const { rows, getRowId } = options;
  const byId = useMemo(() => new Map(rows.map((row) => [getRowId(row), row])), [rows, getRowId]);
  const latest = useRef({ ...options, byId });
  latest.current = { ...options, byId };
  const [announcement, announce] = useState('');
  const nameOf = useCallback((rowId: string): string => {
    const { editing } = latest.current;
    const row = latest.current.byId.get(rowId);
    return row && editing ? editing.nameOf(row) : '';
  }, []);
  const [parts] = useState(() => ({
    block: createBlockStore(),
    store: createEditStore<Row>(() => {
      const { editing, columns, getRowId, onSaved } = latest.current;
      if (!editing) throw new Error('A cell was changed in a table that is not edited');
      return {
        editing,
        editOf: (columnId) => columns.find(({ id }) => id === columnId)?.edit,
        rowOf: (rowId) => latest.current.byId.get(rowId),
        getRowId,
        onSaved,
        notify: (news) => notify(news, announce),
        failureText: (error) => failureText(error),
        goneText: t('grid.edit.gone'),
      };
    }),
  }));
  const { editing } = options;
  const edits = useMemo(() => editing && { editing, ...parts, announce, nameOf }, [editing, parts, nameOf]);
  return { edits, announcement };
}

/**
 * Announces the outcome of an edit to screen readers. For undo, redo and edits of several cells it also shows a toast.
 * For cells that an undo or redo could not change, it shows only a toast.
 */
function notify(news: EditNews, announce: (words: string) => void): void {
  switch (news.kind) {
    case 'saved': {
      const words = t(`grid.edit.saved_${news.how}`, { count: news.cells });
      announce(words);
      if (news.how !== 'edit' || news.cells > 1) toast('success', words);
      return;
    }
    case 'refused':
      announce(t('grid.edit.notSaved', { count: news.cells, message: news.message }));
      if (news.cells > 1)
        toast('error', t('grid.edit.notSaved', { count: news.cells, message: news.message }), { scope: 'global' });
      return;
    case 'progress':
      return announce(t('grid.edit.progress', { done: news.done, of: news.of }));
    case 'nothing':
      return announce(t(`grid.edit.nothing_${news.how}`));
    case 'kept': {
      const [first] = news.kept;
      const words = t(`grid.edit.kept_${news.how}`, { count: news.kept.length });
      toast('error', first ? `${words} ${t(`grid.edit.keptWhy_${first.reason}`, { name: first.rowName })}` : words, {
        scope: 'global',
      });
    }
  }
}
