import { createEditorContext } from '../../../../lib/editing/draft-editor/editor-context.ts';
import type { PlanEditor, PlanState } from './plan-editor.ts';

const context = createEditorContext<PlanState, PlanEditor>();
export const PlanEditorProvider = context.EditorProvider;
/** The editor of the shipment plan that the current page shows. */
export const usePlanEditor = context.useEditor;
/** A part of the state of that editor. */
export const usePlan = context.useEdited;
