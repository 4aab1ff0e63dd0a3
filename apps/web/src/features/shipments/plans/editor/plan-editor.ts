import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import {
  countProblems,
  type DraftState,
  type EditorPorts,
  type RecordTypes,
} from '../../../../lib/editing/draft-editor/description.ts';
import { createDraftEditor } from '../../../../lib/editing/draft-editor.ts';
import { without } from '../../../../lib/editing/edit-state.ts';
import { refusals } from '../../../../lib/errors/refusals.ts';
import { type PlanBody, type PlanField, planKind, type PlanPart } from './plan-draft.ts';

interface Extra {
  /** What the server wants words for, before it stores these fields: a destination with errors of pre-flight. */
  readonly asksWhy: { readonly message: string; readonly fields: readonly string[] } | undefined;
}
interface PlanTypes extends RecordTypes {
  readonly whole: ShipmentPlanWithPackLists;
  readonly header: PlanPart;
  readonly headerBody: PlanBody;
  readonly row: never;
  readonly extra: Extra;
}
export type PlanState = DraftState<PlanTypes>;

/** The fields that say where a plan goes, and by which rules. */
const DESTINATION: readonly PlanField[] = ['toAddressType', 'country', 'labelOwner'];

/** The API call of the editor, and its surroundings. */
export interface PlanEditorCalls extends EditorPorts {
  save(body: PlanBody & { version: number }): Promise<ShipmentPlanWithPackLists>;
  /** The day in the time zone of the account. */
  today(): string;
}

/** The number of fields with errors. */
export const countPlanProblems = (state: PlanState): number => countProblems(state) + (state.asksWhy ? 1 : 0);

/** The message with which the server wants words for a destination; undefined for any other refusal. */
const askedIn = (error: unknown): string | undefined =>
  refusals(error, (path) => (path.endsWith('shippedDespite') ? 'asked' : undefined)).fields['asked'];

/** Creates the editor of one shipment plan, which saves by itself. */
export function createPlanEditor(first: ShipmentPlanWithPackLists, calls: PlanEditorCalls) {
  /** The words for the next save. */
  let shippedDespite: string | undefined;
  const editor = createDraftEditor<PlanTypes>(
    {
      ports: calls,
      extra: { asksWhy: undefined },
      split: (plan) => ({ record: plan, rows: [] }),
      header: planKind(() => calls.today()),
      saveHeader(body) {
        const words = shippedDespite === undefined ? {} : { shippedDespite };
        shippedDespite = undefined;
        return calls.save({ ...body, ...words });
      },
      onHeaderRefused({ fields }, error) {
        const message = askedIn(error);
        if (message !== undefined) editor.setExtra({ asksWhy: { message, fields } });
        return message !== undefined;
      },
    },
    first,
  );
  const answer = (drops: readonly PlanField[]): void => {
    const { asksWhy } = editor.get();
    if (!asksWhy) return;
    editor.setExtra({ asksWhy: undefined });
    editor.changeHeader((plan) => ({
      ...plan,
      draft: without(plan.draft, drops),
      refused: without(plan.refused, asksWhy.fields),
    }));
  };
  return {
    ...editor,
    flush: async () => (await editor.flush()) && !editor.get().asksWhy,
    /** Stores what the server wanted words for, with these words. */
    explain(words: string): void {
      shippedDespite = words;
      answer([]);
    },
    /** Leaves the destination as it is stored. What was typed beside it is saved. */
    keepDestination: () => answer(DESTINATION),
  };
}
export type PlanEditor = ReturnType<typeof createPlanEditor>;
