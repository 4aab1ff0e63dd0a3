import { useEffect } from 'react';

/** Whether a drag carries files, and not text or links of the page itself. */
export const carriesFiles = (event: Pick<DragEvent, 'dataTransfer'>): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Prevents the browser from leaving the app and opening a file that was dropped outside every drop target. */
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
