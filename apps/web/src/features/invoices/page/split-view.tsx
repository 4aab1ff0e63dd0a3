import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { ResizablePane } from '../../../components/document-viewer/resizable-pane.tsx';
import { kept } from '../../../lib/persist.ts';
import classes from './page.module.css';

const pane = kept('invoiceDocument', 2, z.object({ isHidden: z.boolean() }));

/** Whether the document stands beside the form, as this browser left it. */
export function useDocumentPane() {
  const [isHidden, setHidden] = useState(() => pane.read()?.isHidden ?? false);
  const toggle = () => {
    pane.write({ isHidden: !isHidden });
    setHidden(!isHidden);
  };
  return { isHidden, toggle };
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
