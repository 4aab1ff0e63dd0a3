import type { AuditKind } from '@quayside/contracts/audit';

// What the audit log stores about a change. Each area lists its actions in `<area>.audit.ts`, together with the details
// that each action has. `record` accepts no other actions and no other details.

type Scalar = string | number | boolean | null;
/**
 * A reference to a record of the account, shown by its current name. `amount` is the part of a sum that belongs to this
 * record, if there is one.
 */
interface Ref {
  readonly ref: string;
  readonly amount?: string;
}
/** Several values that are shown together as one, for example the parts of a payment term. */
type Parts = Readonly<Record<string, Scalar>>;
/**
 * A value in its stored form. An amount includes its currency (`5890.50 CNY`); a value of a closed list is its code.
 */
export type AuditValue = Scalar | Ref | Parts | readonly (Scalar | Ref | Parts)[];

export interface FieldChange<Field extends string = string> {
  readonly field: Field;
  readonly from: AuditValue;
  readonly to: AuditValue;
}
/**
 * The changes of one line of an invoice. `position` is stored only for a removed line, because its row no longer has
 * one.
 */
export interface LineChange<Field extends string = string> {
  readonly id: string;
  readonly position?: number;
  readonly changes: readonly FieldChange<Field>[];
}

/** The kinds of details that an action has. An action with none of these is logged without details. */
export interface ActionSpec {
  /** The name of the subject at the time of the action, to be shown when the subject no longer exists. */
  readonly name?: true;
  /** Fields whose values before and after are logged. */
  readonly changes?: readonly string[];
  /** Fields of invoice lines whose values before and after are logged. */
  readonly lines?: readonly string[];
  /** Fields whose names are logged when they change, without their values. */
  readonly fields?: readonly string[];
  /** Other values that are shown with the action, for example counts. */
  readonly facts?: readonly string[];
  /** Values that are stored for support and never shown. */
  readonly trace?: readonly string[];
}
/** The actions of an area. The part before the dot is the kind of the subject. */
export type ActionSpecs = Readonly<Record<`${AuditKind}.${string}`, ActionSpec>>;

type Item<List> = List extends readonly (infer Name extends string)[] ? Name : never;
interface DetailTypes<Spec extends ActionSpec> {
  name: string;
  changes: readonly FieldChange<Item<Spec['changes']>>[];
  lines: readonly LineChange<Item<Spec['lines']>>[];
  fields: readonly Item<Spec['fields']>[];
  facts: Readonly<Record<Item<Spec['facts']>, AuditValue>>;
  trace: Readonly<Record<Item<Spec['trace']>, string | readonly string[] | null>>;
}
/** The type of the details that a specification requires. */
type DetailsOf<Spec extends ActionSpec> = {
  readonly [Part in keyof Spec & keyof ActionSpec]: DetailTypes<Spec>[Part];
};
/** The actions of an area with the types of their details. */
export type ActionsOf<Specs extends ActionSpecs> = {
  readonly [Action in keyof Specs]: Specs[Action] extends ActionSpec ? DetailsOf<Specs[Action]> : never;
};

/**
 * Every action with the type of its details. Each area adds its own in `<area>.audit.ts`:
 * `declare module '../../events/audit-actions.ts' { interface AuditActions extends ActionsOf<typeof ACTIONS> {} }`
 */
export interface AuditActions {}
type AuditAction = keyof AuditActions;

interface Subject<Action> {
  readonly action: Action;
  readonly subjectIds: readonly string[];
  /** The record whose history shows this action, if it is not the subject: the invoice of a line or of a document. */
  readonly historyOf?: string;
}
/** A change to be recorded: the action, its subjects, and the details that its specification requires. */
export type AuditEntry = {
  [Action in AuditAction]: Subject<Action> &
    (keyof AuditActions[Action] extends never
      ? { readonly details?: undefined }
      : { readonly details: AuditActions[Action] });
}[AuditAction];

/** Returns the kind of the subject that an action concerns. */
export const kindOfAction = (action: string): string => action.slice(0, action.indexOf('.'));

export const ref = (id: string | null): Ref | null => (id === null ? null : { ref: id });

/** Lists the fields whose values differ between two states, each with its value before and after. */
export const changesBetween = <Field extends string>(
  fields: readonly Field[],
  before: (field: Field) => AuditValue | undefined,
  after: (field: Field) => AuditValue | undefined,
): FieldChange<Field>[] =>
  fields
    .map((field) => ({ field, from: before(field) ?? null, to: after(field) ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));

/** The details of any action, as read from its row. The parts that the row lacks are empty. */
export interface StoredDetails {
  readonly name: string | null;
  readonly changes: readonly FieldChange[];
  readonly lines: readonly LineChange[];
  readonly fields: readonly string[];
  readonly facts: Readonly<Record<string, AuditValue>>;
}
export const NO_DETAILS: StoredDetails = { name: null, changes: [], lines: [], fields: [], facts: {} };

/** The columns of an audit row that are needed to read its details. */
export interface AuditRow {
  readonly action: string;
  readonly subjectIds: readonly string[];
  readonly historyOf: string | null;
  readonly details: unknown;
}
