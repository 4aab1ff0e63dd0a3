import type { AuditKind } from '@quayside/contracts/audit';

// What the audit log keeps of a change. Each area lists its actions in `<area>.audit.ts`, and says there what the
// details of each action hold. `record` accepts no other action, and no other details.

type Scalar = string | number | boolean | null;
/** A record of the account. It is shown by its name of today; `amount` is its share, where it has one. */
export interface Ref {
  readonly ref: string;
  readonly amount?: string;
}
/** Several values that are shown as one, for example a payment term. */
type Parts = Readonly<Record<string, Scalar>>;
/** A value as it is stored: amounts with their currency (`5890.50 CNY`), closed lists by their code. */
export type AuditValue = Scalar | Ref | Parts | readonly (Scalar | Ref | Parts)[];

export interface FieldChange<Field extends string = string> {
  readonly field: Field;
  readonly from: AuditValue;
  readonly to: AuditValue;
}
/** The changes of one line of the subject. `position` is stored for a removed line, which no longer has one. */
export interface LineChange<Field extends string = string> {
  readonly id: string;
  readonly position?: number;
  readonly changes: readonly FieldChange<Field>[];
}

/** What the details of an action hold. An action without any of these stands alone. */
export interface ActionSpec {
  /** The name of the subject at that time, for when it is gone. */
  readonly name?: true;
  /** Fields whose values are logged, before and after. */
  readonly changes?: readonly string[];
  /** Fields of lines whose values are logged. */
  readonly lines?: readonly string[];
  /** Fields that may be named as changed, without their values. */
  readonly fields?: readonly string[];
  /** What else is shown of the action, for example counts. */
  readonly facts?: readonly string[];
  /** What is stored for support and never shown. */
  readonly trace?: readonly string[];
}
/** The actions of an area. What stands before the dot is the kind of the subject. */
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
/** The type of the details that a specification describes. */
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
export type AuditAction = keyof AuditActions;

interface Subject<Action> {
  readonly action: Action;
  readonly subjectIds: readonly string[];
  /** The record whose history shows this, if it is not the subject itself: the invoice of a line or of a document. */
  readonly historyOf?: string;
}
/** A change as it is recorded: the action, its subjects, and the details that the action asks for. */
export type AuditEntry = {
  [Action in AuditAction]: Subject<Action> &
    (keyof AuditActions[Action] extends never
      ? { readonly details?: undefined }
      : { readonly details: AuditActions[Action] });
}[AuditAction];

/** The kind of the subject of an action. */
export const kindOfAction = (action: string): string => action.slice(0, action.indexOf('.'));

export const ref = (id: string | null): Ref | null => (id === null ? null : { ref: id });

/** The fields whose values differ, each with its value before and after. */
export const changesBetween = <Field extends string>(
  fields: readonly Field[],
  before: (field: Field) => AuditValue | undefined,
  after: (field: Field) => AuditValue | undefined,
): FieldChange<Field>[] =>
  fields
    .map((field) => ({ field, from: before(field) ?? null, to: after(field) ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));

/** Details of any action. What the row does not have is empty. */
export interface StoredDetails {
  readonly name: string | null;
  readonly changes: readonly FieldChange[];
  readonly lines: readonly LineChange[];
  readonly fields: readonly string[];
  readonly facts: Readonly<Record<string, AuditValue>>;
}
export const NO_DETAILS: StoredDetails = { name: null, changes: [], lines: [], fields: [], facts: {} };

/** An audit row, as far as its details depend on it. */
export interface AuditRow {
  readonly action: string;
  readonly subjectIds: readonly string[];
  readonly historyOf: string | null;
  readonly details: unknown;
}
