import { pick, without } from '../edit-state.ts';

/** A stored row of the database. */
export interface Versioned {
  readonly version: number;
}

/**
 * The header of a record or one of its rows, as displayed: its stored values, overlaid with input that is not stored
 * yet. `D` has a value for each field with such input, `E` the messages of fields.
 */
export interface DraftPart<S extends Versioned | null, D extends object, E extends object> {
  /** `header`, or the key of a row. It does not change when a new row is stored and gets its id. */
  readonly key: string;
  /** null for a row that is not stored yet. */
  readonly stored: S;
  readonly draft: D;
  readonly errors: E;
  /** Values that the server has refused, or has stored in another form. They are not sent again until they change. */
  readonly refused: D;
}
export type AnyPart = DraftPart<Versioned | null, object, object>;

/** What a field held when it was entered, and its part then and when the field was left. */
export interface UndoStep<P extends AnyPart = AnyPart> {
  readonly key: string;
  readonly field: string;
  readonly held: unknown;
  readonly before: P;
  readonly left: P;
}

/** The rules of the header of a record, or of its rows. `B` is the body of the request that stores a part. */
export interface PartKind<P extends AnyPart, B extends object> {
  /** The name of errors that no field shows. */
  readonly whole: string;
  /**
   * The body with the fields in which the draft differs from what is stored. Invalid fields are reported and left out.
   * Values that equal those in `refused` are left out, too.
   */
  read(
    draft: P['draft'],
    stored: P['stored'],
    refused?: P['draft'],
  ): { readonly body: B; readonly problems: P['errors'] };
  /** The field behind a field of the API, or `whole`. */
  fieldOf(path: string): string;
  /** The stored value of a field, in a form in which two versions can be compared. */
  storedValue(stored: NonNullable<P['stored']>, field: string): unknown;
  /** What a field without typed input shows; undefined for a field that is chosen as a whole and not typed. */
  shown(part: P, field: string): unknown;
  /** Whether a draft has too little input to create a row. */
  isBlank?(draft: P['draft']): boolean;
  /** The fields that are checked together with this one: a change of one can be what makes another one right. */
  beside?(field: string): readonly string[];
  /** Fields that stay in the draft although no request has them. */
  keeps?(draft: P['draft'], stored: P['stored'], problems: P['errors']): readonly string[];
  /** Whether the field is complete although it has the focus, for example a proposal that was accepted. */
  isComplete?(draft: P['draft'], field: string): boolean;
  /** The fields that wait while this one is typed in, because they follow from it. */
  heldWith?(field: string): readonly string[];
  /** The part after a value was typed, with all that follows from it. */
  changed?(part: P, field: string, value: unknown): P;
  /** The part after a typed field without an error was left. */
  left?(part: P, field: string): P;
  /** The part after the undo of a field, with all that followed from it. */
  putBack?(part: P, step: UndoStep<P>): P;
  /** After how many milliseconds a change of this field is saved; undefined for the usual time. */
  delayOf?(field: string): number | undefined;
}
export type AnyKind = PartKind<AnyPart, object>;

/** What was typed when a request was sent, and which fields the request had. */
export interface DraftRequest {
  readonly sent: object;
  readonly fields: readonly string[];
}

export const valueIn = (values: object, field: string): unknown => Reflect.get(values, field);
export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The draft with a value; undefined removes the field. */
function withValue<P extends AnyPart>(part: P, field: string, value: unknown): P {
  const rest = without(part.draft, [field]);
  return { ...part, draft: value === undefined ? rest : { ...rest, [field]: value } };
}

/** The typed fields whose values are in the body of a request. */
export function fieldsOf(kind: AnyKind, body: object, draft: object): string[] {
  const fields = Object.keys(body).map((name) => kind.fieldOf(name));
  return [...new Set(fields)].filter((field) => valueIn(draft, field) !== undefined);
}

/** The draft without values that equal the stored ones. The focused field keeps its text. */
export function settled(kind: AnyKind, { draft, stored }: AnyPart, typing: string | undefined): object {
  const { body, problems } = kind.read(draft, stored);
  const open = [...fieldsOf(kind, body, draft), ...Object.keys(problems)];
  const kept = kind.keeps?.(draft, stored, problems) ?? [];
  return pick(draft, [...open, ...kept, ...(typing === undefined ? [] : [typing])]);
}

/** Whether somebody else has changed a field that also has unsaved input, to another value than the typed one. */
export function isOvertaken(kind: AnyKind, { draft, stored }: AnyPart, now: Versioned): boolean {
  if (stored === null || now.version <= stored.version) return false;
  const { body } = kind.read(draft, now);
  return fieldsOf(kind, body, draft).some(
    (field) => !isSame(kind.storedValue(stored, field), kind.storedValue(now, field)),
  );
}

/** The part after a value of a field was typed or put back. */
export function changed(kind: AnyKind, part: AnyPart, field: string, value: unknown): AnyPart {
  return corrected(kind, part, kind.changed?.(part, field, value) ?? withValue(part, field, value), field);
}

/** The part after the undo of a field. */
export function putBack(kind: AnyKind, part: AnyPart, step: UndoStep): AnyPart {
  const { field, held } = step;
  const value = isSame(kind.shown(part, field), held) ? undefined : held;
  return corrected(kind, part, kind.putBack?.(part, step) ?? withValue(part, field, value), field);
}

function corrected(kind: AnyKind, part: AnyPart, next: AnyPart, field: string): AnyPart {
  const { refused, errors } = refusedAfter(part, field, kind.whole);
  const beside = kind.beside?.(field) ?? [field];
  return { ...next, refused: without(refused, beside), errors: without(errors, beside) };
}

/** The part after a field has lost the focus: with what is wrong in it, and without what is stored. */
export function left(kind: AnyKind, part: AnyPart, field: string): AnyPart {
  const wrong = pick(kind.read(part.draft, part.stored).problems, kind.beside?.(field) ?? [field]);
  const isWrong = field in wrong || field in part.errors;
  const isTyped = valueIn(part.draft, field) !== undefined;
  const known = { ...part, draft: withoutAccepted(part, field) };
  const next = isTyped && !isWrong ? (kind.left?.(known, field) ?? known) : known;
  const draft = next.stored === null ? next.draft : settled(kind, next, undefined);
  return { ...next, draft, errors: { ...part.errors, ...wrong } };
}

/** Drops a typed value that the server has accepted. The field then shows the value as the server stored it. */
function withoutAccepted({ draft, refused, errors }: AnyPart, field: string): object {
  const typed = valueIn(draft, field);
  const isAccepted = typed !== undefined && typed === valueIn(refused, field) && !(field in errors);
  return isAccepted ? without(draft, [field]) : draft;
}

/**
 * Removes values from the draft that the server has stored, even if it stored them in another form (an empty invoice
 * number becomes the date, a list is reordered). The focused field keeps its text, but this text is not sent again
 * until it changes.
 */
export function accepted(part: AnyPart, { sent, fields }: DraftRequest, typing: string | undefined): AnyPart {
  const isStored = (field: string) => valueIn(part.draft, field) === valueIn(sent, field);
  const stored = fields.filter(isStored);
  return {
    ...part,
    draft: without(
      part.draft,
      stored.filter((field) => field !== typing),
    ),
    refused: {
      ...part.refused,
      ...pick(
        part.draft,
        stored.filter((field) => field === typing),
      ),
    },
  };
}

/** Stands for the message of a field that is not stored because of another field, which has the message. */
const WAITS = '';

/**
 * Records a refusal. The fields that the errors name are not sent again until they change. If an error names a field
 * that was not typed, everything that was sent waits for a change of that field: it would be refused again.
 */
export function refusedWith(
  part: AnyPart,
  { sent, fields }: DraftRequest,
  shown: readonly (readonly [field: string, message: string])[],
): AnyPart {
  const wrong = shown.map(([field]) => field);
  const isTyped = wrong.every((field) => fields.includes(field));
  return {
    ...part,
    refused: { ...part.refused, ...pick(sent, isTyped ? wrong : fields) },
    errors: {
      ...part.errors,
      ...(isTyped ? {} : Object.fromEntries(fields.map((field) => [field, WAITS]))),
      ...Object.fromEntries(shown),
    },
  };
}

/**
 * What is still refused after a field has changed. A change of a field with a message lets everything that waits be
 * sent again. So does a change of what waits, which also removes the messages of fields that were not typed. `whole` is
 * the name for errors that name no field.
 */
function refusedAfter(
  { draft, refused, errors }: AnyPart,
  field: string,
  whole: string,
): Pick<AnyPart, 'refused' | 'errors'> {
  const isCorrected = Boolean(valueIn(errors, field)) || Boolean(valueIn(errors, whole));
  const hasWaited = valueIn(errors, field) === WAITS;
  const isLeft = ([name, message]: readonly [string, unknown]): boolean =>
    name !== field &&
    name !== whole &&
    !(message === WAITS && (isCorrected || hasWaited)) &&
    !(hasWaited && message !== undefined && !(name in draft));
  return {
    refused: isCorrected || hasWaited ? {} : without(refused, [field]),
    errors: Object.fromEntries(Object.entries(errors).filter(isLeft)),
  };
}
