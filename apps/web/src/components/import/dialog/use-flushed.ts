import { useEffect, useState } from 'react';

/** Stores what is typed. Returns whether that has ended, so that a dry run can see all of it. */
export function useFlushed(editor: { readonly flush: () => Promise<unknown> }): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => void editor.flush().finally(() => setReady(true)), [editor]);
  return isReady;
}
