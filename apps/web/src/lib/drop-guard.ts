import { useEffect } from 'react';

/** Does this drag carry files, or text and links of the page itself? */
export const carriesFiles = (event: Pick<DragEvent, 'dataTransfer'>): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** A file dropped beside every target would make the browser leave the app and open the file instead: that is not done. */
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
