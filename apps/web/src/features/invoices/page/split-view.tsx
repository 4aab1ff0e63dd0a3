import type { ReactNode } from 'react';
import { ResizablePane } from '../../../components/document-viewer/resizable-pane.tsx';
import { setLayout, useAppState } from '../../../lib/kept/kept-state.ts';
import classes from '../../../components/ui/split.module.css';

/**
 * Whether the document beside the form is hidden, and a function that changes this choice. The choice is stored in this
 * browser.
 */
export function useDocumentPane() {
  const isHidden = useAppState(({ layout }) => layout.isDocumentHidden);
  return { isHidden, toggle: () => setLayout({ isDocumentHidden: !isHidden }) };
}

interface SplitViewProps {
  /** The document on the left. If it is undefined, the form takes the full width. */
  readonly document: ReactNode | undefined;
  readonly children: ReactNode;
}

/**
 * A view with the document on the left and the form on the right. Both are as high as the window and scroll separately.
 */
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
