import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipment-plans';
import {
  accepted,
  isConflict,
  isRefusal,
  pick,
  refusedAfter,
  refusedWith,
  withoutAccepted,
  without,
} from '../../../../lib/edit-state.ts';
import { createFieldUndo } from '../../../../lib/field-undo.ts';
import { refusals } from '../../../../lib/refusals.ts';
import { createSaveQueue, LEAVE_MS, type SaveState } from '../../../../lib/save-queue.ts';
import { createStore } from '../../../../lib/store.ts';
import {
  bodyOfPlan,
  fieldOfError,
  fieldsBeside,
  fieldsOfBody,
  isPlanOvertaken,
  type PlanBody,
  type PlanDraft,
  type PlanErrors,
  type PlanField,
  settledPlan,
  shownValue,
} from './plan-draft.ts';

export interface PlanState {
  readonly plan: ShipmentPlanWithPackLists;
  readonly draft: PlanDraft;
  readonly errors: PlanErrors;
  /** Values that the server has refused. They are not sent again until they change. */
  readonly refused: PlanDraft;
  readonly save: SaveState;
  /** The plan as somebody else has stored it, while the person chooses which values to keep. */
  readonly conflict: ShipmentPlanWithPackLists | undefined;
  /** What the server wants words for, before it stores these fields: a destination with errors of pre-flight. */
  readonly asksWhy: { readonly message: string; readonly fields: readonly PlanField[] } | undefined;
}
/** The fields that say where a plan goes, and by which rules. */
const DESTINATION: readonly PlanField[] = ['toAddressType', 'country', 'labelOwner'];

/** The editor's dependencies: its API call, the clock, and two callbacks. */
export interface PlanEditorCalls {
  save(body: PlanBody & { version: number }): Promise<ShipmentPlanWithPackLists>;
  now(): number;
  /** The day in the time zone of the account. */
  today(): string;
  /** Called with an error that does not belong to any field. */
  onRefusal(error: unknown): void;
  /** Called when everything is stored, so that dependent data can be refetched. */
  onSettled(): void;
}

/** The number of fields with errors. */
export const countPlanProblems = ({ errors, asksWhy }: PlanState): number =>
  Object.values(errors).filter(Boolean).length + (asksWhy ? 1 : 0);

/**
 * Creates the editor of one shipment plan. The editor shows unsaved input over the stored values, and saves the input
 * with one call at a time.
 */
export function createPlanEditor(first: ShipmentPlanWithPackLists, calls: PlanEditorCalls) {
  const store = createStore<PlanState>({
    plan: first,
    draft: {},
    errors: {},
    refused: {},
    save: { isSaving: false, isFailing: false, savedAt: null },
    conflict: undefined,
    asksWhy: undefined,
  });
  const { get } = store;
  const set = (next: Partial<PlanState>) => store.set({ ...get(), ...next });
  let typing: PlanField | undefined;
  let isLeaving = false;
  /** The words for the next save. */
  let shippedDespite: string | undefined;

  /** Replaces the stored values with those of an answer. Unsaved input is kept. */
  const adopt = (plan: ShipmentPlanWithPackLists): void =>
    set({ plan, draft: settledPlan(get().draft, plan, calls.today(), typing) });

  /** Applies what somebody else may have changed. A field that both have changed becomes a conflict. */
  function take(next: ShipmentPlanWithPackLists): void {
    const { plan, draft, conflict } = get();
    if (!conflict && next.version > plan.version && isPlanOvertaken(draft, plan, next, calls.today()))
      set({ conflict: next });
    adopt(next);
  }

  const undo = createFieldUndo<{ readonly field: PlanField }, PlanDraft[PlanField]>({
    typedIn: ({ field }) => get().draft[field],
    storedIn: ({ field }) => shownValue(get().plan, field),
    put: ({ field }, value) => setField(field, value),
  });

  function setField(field: PlanField, value: PlanDraft[PlanField]): void {
    const { errors, refused } = refusedAfter(get(), field, 'plan');
    const beside = fieldsBeside(field);
    const draft = without(get().draft, [field]);
    set({
      draft: value === undefined ? draft : { ...draft, [field]: value },
      errors: without(errors, beside),
      refused: without(refused, beside),
    });
  }

  /** What is being typed waits until its field is left: it may be half of a figure. */
  const finished = (): PlanDraft => {
    const { draft, refused } = get();
    if (isLeaving || typing === undefined || draft[typing] === refused[typing] || !undo.isTyped()) return draft;
    // A rate that was accepted is complete.
    return typing === 'rate' && draft.rate?.proposed ? draft : without(draft, [typing]);
  };
  const waitingBody = () => bodyOfPlan(finished(), get().plan, calls.today(), get().refused).body;

  async function save(): Promise<boolean> {
    const { draft, plan } = get();
    const body = waitingBody();
    const fields = fieldsOfBody(body);
    const words = shippedDespite === undefined ? {} : { shippedDespite };
    shippedDespite = undefined;
    try {
      adopt(await calls.save({ ...body, ...words, version: plan.version }));
    } catch (error) {
      refuse(draft, fields, error);
      return false;
    }
    set(accepted(get(), draft, fields, typing));
    return true;
  }

  /** Records a version conflict, or shows a refusal at the fields. Throws any other error. */
  function refuse(sent: PlanDraft, fields: readonly PlanField[], error: unknown): void {
    if (isConflict(error)) return set({ conflict: error.current as ShipmentPlanWithPackLists });
    if (!isRefusal(error)) throw error;
    const isAsked = (path: string) => path.endsWith('shippedDespite');
    const message = refusals(error, (path) => (isAsked(path) ? 'asked' : undefined)).fields['asked'];
    if (message !== undefined) {
      return set({ asksWhy: { message, fields }, refused: { ...get().refused, ...pick(sent, fields) } });
    }
    const named = Object.entries(refusals(error, fieldOfError).fields);
    const shown = named.length > 0 ? named : ([['plan', error.message]] as const);
    set(refusedWith(get(), { sent, fields }, shown));
  }

  const queue = createSaveQueue({
    store: { get, setSave: (saved) => set({ save: { ...get().save, ...saved } }) },
    nextSave: () => (Object.keys(waitingBody()).length > 0 ? save : undefined),
    isHeld: () => finished() !== get().draft,
    now: calls.now,
    onRefusal: calls.onRefusal,
    onSettled: calls.onSettled,
  });
  const hasWaiting = () => Object.keys(waitingBody()).length > 0;
  // What waited for a field to be left may have been put back: then only the mark "saving" ends.
  const onLeave = () => void ((hasWaiting() || get().save.isSaving) && queue.schedule(LEAVE_MS));
  const hasUnsaved = () => hasWaiting() || finished() !== get().draft || queue.isRunning();
  const whole = async (end: () => Promise<void>): Promise<void> => {
    isLeaving = true;
    await end().finally(() => {
      isLeaving = false;
    });
  };

  return {
    get,
    subscribe: store.subscribe,
    /** Runs another write of the plan in its turn. */
    run: queue.run,
    take,
    adopt,
    isIdle: queue.isIdle,
    hasUnsaved,
    /** Sets the value of a field, which is saved when the person pauses, or after `ms`. */
    change<K extends PlanField>(field: K, value: PlanDraft[K], ms?: number): void {
      setField(field, value);
      queue.schedule(ms);
    },
    start: (field: PlanField) => {
      typing = field;
      undo.enter({ field });
    },
    /** Puts back what the field held when it was entered. */
    undo(field: PlanField): void {
      if (undo.undo((one) => one.field === field)) onLeave();
    },
    /** Called when a field loses the focus. Validates its value. */
    leave(field: PlanField): void {
      undo.leave();
      typing = undefined;
      const { draft, errors, refused, plan } = get();
      const { problems } = bodyOfPlan(draft, plan, calls.today());
      const wrong = pick(problems, fieldsBeside(field));
      set({
        draft: settledPlan(withoutAccepted({ draft, refused, errors }, field), plan, calls.today(), undefined),
        errors: { ...errors, ...wrong },
      });
      onLeave();
    },
    /** Saves all input immediately. Returns whether everything is stored and no field has an error. */
    async flush(): Promise<boolean> {
      await whole(async () => {
        await queue.pump();
        await queue.idle();
      });
      return !hasUnsaved() && countPlanProblems(get()) === 0;
    },
    /** Resolves a conflict. The fields in `keep` are saved over the newer version; all other input is dropped. */
    resolve(keep: readonly string[]): void {
      const { conflict, plan, draft } = get();
      if (!conflict) return;
      set({
        conflict: undefined,
        plan: { ...plan, ...conflict },
        draft: pick(draft, keep),
        errors: {},
        refused: {},
      });
      queue.markWritten();
      void queue.pump();
    },
    /** Stores what the server wanted words for, with these words. */
    explain(words: string): void {
      const { asksWhy, refused } = get();
      if (!asksWhy) return;
      shippedDespite = words;
      set({ asksWhy: undefined, refused: without(refused, asksWhy.fields) });
      void queue.pump();
    },
    /** Leaves the destination as it is stored. What was typed beside it is saved. */
    keepDestination(): void {
      const { asksWhy, refused, draft } = get();
      if (!asksWhy) return;
      set({ asksWhy: undefined, draft: without(draft, DESTINATION), refused: without(refused, asksWhy.fields) });
      void queue.pump();
    },
    dispose: () => void whole(queue.pump),
  };
}
export type PlanEditor = ReturnType<typeof createPlanEditor>;
