import { useEffect } from 'react';

/** Whether files are being dragged, as opposed to text or links of the page. */
export const carriesFiles = (event: Pick<DragEvent, 'dataTransfer'>): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Prevents the browser from opening a file that was dropped outside a drop target. Opening the file would leave the
 * app.
 */
export function useDropGuard(): void {
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', onDrag);
    window.addEventListener('drop', onDrag);
    return () => {
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('drop', onDrag);
    };
  }, []);
}
