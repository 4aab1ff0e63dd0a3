import type { ReactNode } from 'react';
import { ResizablePane } from '../../../components/document-viewer/resizable-pane.tsx';
import { setLayout, useAppState } from '../../../lib/state.ts';
import classes from './page.module.css';

/** Whether the document stands beside the form, as this browser left it. */
export function useDocumentPane() {
  const isHidden = useAppState(({ layout }) => layout.isDocumentHidden);
  return { isHidden, toggle: () => setLayout({ isDocumentHidden: !isHidden }) };
}

interface SplitViewProps {
  /** At the left; without it the form has all of the width. */
  readonly document: ReactNode | undefined;
  readonly children: ReactNode;
}

/** The document at the left, the form at the right, each as high as the window and scrolled by itself. */
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
