import { createEditorContext } from '../../../lib/editing/draft-editor/editor-context.ts';
import type { OrderEditor, OrderState } from './order-editor.ts';

/** The editor of the purchase order that the current page shows. */
export const { EditorProvider, useEditor, useEdited } = createEditorContext<OrderState, OrderEditor>();
