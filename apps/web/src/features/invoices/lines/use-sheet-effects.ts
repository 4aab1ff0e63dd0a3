import { useEffect, useRef } from 'react';
import type { Cell } from '../editor/line-draft.ts';
import { isBlock, type PastedBlock, readBlock } from '../editor/clipboard.ts';

/** Scrolls to the line that the page's URL names, when the page opens and whenever the URL names another line. */
export function useMarked(table: React.RefObject<HTMLTableElement | null>, lineId: string | null): void {
  useEffect(() => {
    if (lineId)
      table.current?.querySelector(`[data-line="${CSS.escape(lineId)}"]`)?.scrollIntoView({ block: 'center' });
  }, [lineId, table]);
}

/**
 * Calls `onBlock` when a block of cells is pasted into the table of lines, or anywhere on the page outside an input.
 */
export function useBlocks(
  onBlock: ((block: PastedBlock) => void) | undefined,
  table: React.RefObject<HTMLTableElement | null>,
): void {
  const latest = useRef(onBlock);
  latest.current = onBlock;
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const { target } = event;
      if (
        !latest.current ||
        event.defaultPrevented ||
        !(target instanceof HTMLElement) ||
        document.querySelector('[role="dialog"][aria-modal="true"]')
      )
        return;
      const isInSheet = table.current?.contains(target) === true && target.closest('[data-details]') === null;
      if (!isInSheet && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      const block = event.clipboardData && readBlock(event.clipboardData);
      const into = isInSheet ? (target.dataset['cell'] as Cell | undefined) : undefined;
      if (!block || block.text.trim() === '' || !isBlock(block.text, into)) return;
      event.preventDefault();
      latest.current(block);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [table]);
}
