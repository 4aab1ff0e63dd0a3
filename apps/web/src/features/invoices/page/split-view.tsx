import type { ReactNode } from 'react';
import { ResizablePane } from '../../../components/document-viewer/resizable-pane.tsx';
import { setLayout, useAppState } from '../../../lib/kept-state.ts';
import classes from './page.module.css';

/** Whether this browser last showed the document beside the form. */
export function useDocumentPane() {
  const isHidden = useAppState(({ layout }) => layout.isDocumentHidden);
  return { isHidden, toggle: () => setLayout({ isDocumentHidden: !isHidden }) };
}

interface SplitViewProps {
  /** The document at the left; without it the form has the full width. */
  readonly document: ReactNode | undefined;
  readonly children: ReactNode;
}

/** The document at the left, the form at the right; each fills the window's height and scrolls separately. */
export function SplitView({ document, children }: SplitViewProps) {
  return (
    <div className={classes.split}>
      {document !== undefined && <ResizablePane>{document}</ResizablePane>}
      <div className={classes.form} data-beside={document !== undefined || undefined}>
        {children}
      </div>
    </div>
  );
}
