import type { FormEvent, RefObject } from 'react';
import type { z } from 'zod';
import type { FailureWords } from '../../lib/errors/failure-words.ts';

export type FormShape = Record<string, unknown>;

export interface AppFormOptions<V extends FormShape, S extends z.ZodType> {
  /** The schema of the endpoint's request body. The form validates with it, as the server does. */
  readonly schema: S | undefined;
  readonly initial: V;
  /**
   * The version of the row in `initial`. When this version changes, the form loads the new row, unless the form has
   * unsaved changes.
   */
  readonly rowVersion?: number;
  /** Checks rules that the schema cannot express, such as "Password must match". Returns errors by field. */
  readonly check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Fields of the form that are not sent. */
  readonly local?: readonly (keyof V & string)[];
  /**
   * Makes the call. An error that is thrown here is shown at the fields, in a conflict dialog, or above the buttons.
   */
  readonly submit: (body: z.input<S>, values: V) => Promise<unknown>;
  readonly onSaved?: () => void;
  /**
   * For a request whose body looks otherwise than the form: the field of the form to which a path of the body belongs.
   */
  readonly placeOf?: (path: string) => string;
  /**
   * The words for a failed save for which the server gives no reason. Null for forms of somebody who is not signed in:
   * these say only that something went wrong.
   */
  readonly failure: FailureWords | null;
}

/** A version conflict, with the row as somebody else has saved it. */
export interface Conflict {
  readonly current: Record<string, unknown>;
}

/** The props that `{...form.field('name')}` passes to a field component. */
export interface FieldBinding<T = unknown> {
  readonly form: AppForm;
  readonly name: string;
  /** Is never set. It exists only to carry the type of the value (a phantom type). */
  readonly valueType?: T;
}

/**
 * A form with typed values. Its functions are declared as methods, because the parameters of methods are bivariant. A
 * form of any shape can therefore be passed to components that access fields by name (`AppForm` without a type
 * argument).
 */
export interface AppForm<V extends FormShape = FormShape> {
  readonly values: V;
  /** The errors of fields. The keys are dotted paths, such as `terms.0.price`. */
  readonly errors: Readonly<Record<string, unknown>>;
  /** Clears the errors of a field and of everything nested in it. */
  clearErrors(field: string): void;
  field<K extends keyof V & string>(name: K): FieldBinding<V[K]>;
  set<K extends keyof V & string>(name: K, value: V[K]): void;
  /** Validates a field that is left. `value` is its value if the field has settled it just now. */
  touch(name: string, value?: unknown): void;
  errorAt(name: string): string | undefined;
  onSubmit(event?: FormEvent<HTMLFormElement>): void;
  save(): Promise<boolean>;
  /** Resets the fields to the loaded values. */
  discard(): void;
  /** Loads a newer row. A form with unsaved changes ignores it and keeps the typed values. */
  rebase(values: V): void;
  readonly dirtyCount: number;
  /** Whether the field was changed on this page since it was loaded. */
  isChanged(name: string): boolean;
  readonly isSaving: boolean;
  readonly errorCount: number;
  /** The message of everything that is wrong and that no field shows. */
  readonly failure: string | undefined;
  /** The error of the last save, if it failed. */
  readonly refusal: unknown;
  readonly conflict: Conflict | undefined;
  resolveConflict(values: Partial<V>, version: number | undefined): void;
  dropConflict(): void;
  readonly formRef: RefObject<HTMLFormElement | null>;
}
