/** How the fields of an editor are read and put back. `Place` names a field, `Value` is what it can hold. */
interface Fields<Place, Value> {
  /** What was typed into the field and is not dropped yet. */
  typedIn(place: Place): Value | undefined;
  /** What the field shows without typed input; undefined if the field is gone or has no text. */
  storedIn(place: Place): Value | undefined;
  /** Sets what is typed in the field; undefined drops it, so that the field shows what is stored. */
  put(place: Place, value: Value | undefined): void;
}

/** How many fields can be put back, one after the other. */
const MOST_STEPS = 100;

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * The undo of the fields of an editor. A field has one step: what it held when it was entered. The undo of the browser
 * knows each key of every field, and would store a figure that was only being typed.
 */
export function createFieldUndo<Place extends object, Value>(fields: Fields<Place, Value>) {
  interface Step {
    readonly place: Place;
    readonly held: Value;
  }
  const steps: Step[] = [];
  let entered: Step | undefined;
  /** The step of the focused field, if something else was typed into it. */
  const current = (): Step | undefined => {
    // Without typed input, somebody else has changed the field.
    const typed = entered && fields.typedIn(entered.place);
    return entered && typed !== undefined && !isSame(typed, entered.held) ? entered : undefined;
  };
  const putBack = ({ place, held }: Step): boolean => {
    const stored = fields.storedIn(place);
    if (stored === undefined) return false;
    fields.put(place, isSame(stored, held) ? undefined : held);
    return true;
  };
  return {
    /** Called when a field gets the focus. */
    enter(place: Place): void {
      const stored = fields.storedIn(place);
      entered = stored === undefined ? undefined : { place, held: fields.typedIn(place) ?? stored };
    },
    /** Remembers the step of the field that is being left. */
    leave(): void {
      const step = current();
      if (step && steps.push(step) > MOST_STEPS) steps.shift();
      entered = undefined;
    },
    /** Whether the focused field holds something else than when it was entered: it may be half-typed. */
    isTyped: (): boolean => current() !== undefined,
    /** Puts back the focused field, or the one changed last, of those in `isOf`. Returns which one. */
    undo(isOf: (place: Place) => boolean): Place | undefined {
      const now = current();
      if (now && isOf(now.place) && putBack(now)) return now.place;
      for (let at = steps.length - 1; at >= 0; at -= 1) {
        const step = steps[at];
        if (!step || !isOf(step.place)) continue;
        steps.splice(at, 1);
        if (putBack(step)) return step.place;
      }
      return undefined;
    },
  };
}
