import { createEditorContext } from '../../../lib/editing/draft-editor/editor-context.ts';
import type { EditorState } from './editor-state.ts';
import type { InvoiceEditor } from './invoice-editor.ts';

/** The editor of the invoice that the current page shows. */
export const { EditorProvider, useEditor, useEdited } = createEditorContext<EditorState, InvoiceEditor>();
