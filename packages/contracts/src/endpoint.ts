import type { AccessKind, Flag } from '@quayside/domain/access/access';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file that arrives as multipart form data under `field`. File contents are never sent as JSON. */
export interface UploadSpec {
  readonly field: string;
  /** The maximum size in bytes. A larger file is refused with 413. */
  readonly maxBytes: number;
  /** The accepted kinds of file, as the refusal names them, for example "CSV, TSV or Amazon's listings report". */
  readonly kinds: string;
}

/** The header of a file with what a person should know about it: words in their language, percent-encoded. */
export const WARNING_HEADER = 'x-warning';

/** An answer that is not JSON: a file, or the live stream. */
export interface BinarySpec {
  readonly binary: string;
}

/**
 * One call of the API, described once. The server mounts it and the web client calls it. The OpenAPI document and the
 * tests that cover all calls iterate over the list of calls in `all.ts`.
 */
export interface EndpointSpec<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType | BinarySpec | undefined = z.ZodType | BinarySpec | undefined,
> {
  /** Unique operation name, used in OpenAPI and in 'Required parameter X was null or undefined when calling Y'. */
  readonly id: string;
  readonly method: Method;
  /** The path below /api/v2, with `{name}` for each parameter. */
  readonly path: string;
  /** Other paths under which the same call is served, because the source documents spell it differently. */
  readonly aliases?: readonly string[];
  /** One sentence for people; the summary in the OpenAPI document. */
  readonly summary: string;
  readonly description?: string;
  readonly access: AccessKind;
  /**
   * The call changes data although its method is GET. HEAD then answers the headers of a success and does nothing,
   * because mail scanners send it to each link.
   */
  readonly changesData?: true;
  /** Groups of flags. At least one group must have all its flags on. Without groups, no flag is needed. */
  readonly flags?: readonly (readonly Flag[])[];
  /**
   * The web client sends no access token with this call, even when it has one. Used for sign-in, registration, a
   * forgotten password and verification.
   */
  readonly withoutToken?: boolean;
  /** The call accepts the `Idempotency-Key` header: a retry with the same key gets the stored answer. */
  readonly idempotent?: boolean;
  /**
   * The call is dangerous and needs a recent proof of identity (`prove`): the password, and the code of the second
   * factor if it is on. `recent`: always, checked before the handler runs. `in-body`: the password in the body also
   * counts, unless the person has a second factor. `sometimes`: the service decides, as the description of the call
   * says.
   */
  readonly proof?: 'recent' | 'in-body' | 'sometimes';
  readonly params: P;
  readonly query: Q;
  readonly body?: B;
  readonly upload?: UploadSpec;
  readonly response?: R;
  /** The status of a success: 200, 201 for a create, or 204 for an empty answer. */
  readonly status: 200 | 201 | 204;
  /** The time-out of the web client in milliseconds. Without it, the client waits as long as the connection lasts. */
  readonly timeoutMs?: number;
  /** Error codes that this call can return, in addition to those that every call can return. */
  readonly errors?: readonly ErrorCode[];
}

/** The form of an `Idempotency-Key`: 1 to 200 visible ASCII characters, without spaces. */
export const IDEMPOTENCY_KEY_FORM = /^[\x21-\x7e]{1,200}$/;

/** The value of `flags` for a call that needs the management section to be enabled in the account. */
export const management = [['isManagementSectionEnabled']] as const satisfies EndpointSpec['flags'];

/** Describes one call. It is a function so that TypeScript keeps the literal types of the fields. */
export function endpoint<
  P extends z.ZodType,
  Q extends z.ZodType = z.ZodObject<Record<never, never>>,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | BinarySpec | undefined = undefined,
  U extends UploadSpec | undefined = undefined,
>(
  spec: Omit<EndpointSpec<P, Q, B, R>, 'query' | 'status' | 'upload'> & {
    query?: Q;
    status?: 200 | 201 | 204;
    upload?: U;
  },
): EndpointSpec<P, Q, B, R> & { readonly upload: U } {
  return {
    ...spec,
    upload: spec.upload as U,
    query: (spec.query ?? z.strictObject({})) as Q,
    status: spec.status ?? (spec.response === undefined ? 204 : 200),
  };
}

/** The types of the inputs that a caller passes, before parsing. */
export type ParamsIn<E> =
  E extends EndpointSpec<infer P, z.ZodType, z.ZodType | undefined, z.ZodType | BinarySpec | undefined>
    ? z.input<P>
    : never;
export type QueryIn<E> =
  E extends EndpointSpec<z.ZodType, infer Q, z.ZodType | undefined, z.ZodType | BinarySpec | undefined>
    ? z.input<Q>
    : never;
export type BodyIn<E> = E extends { readonly body?: infer B }
  ? B extends z.ZodType
    ? z.input<B>
    : undefined
  : undefined;
/** The types of the inputs that a handler receives, after parsing. */
export type ParamsOut<E> =
  E extends EndpointSpec<infer P, z.ZodType, z.ZodType | undefined, z.ZodType | BinarySpec | undefined>
    ? z.output<P>
    : never;
export type QueryOut<E> =
  E extends EndpointSpec<z.ZodType, infer Q, z.ZodType | undefined, z.ZodType | BinarySpec | undefined>
    ? z.output<Q>
    : never;
export type BodyOut<E> = E extends { readonly body?: infer B }
  ? B extends z.ZodType
    ? z.output<B>
    : undefined
  : undefined;
/** The type of the JSON answer; undefined for 204 and for files. */
export type ResponseOf<E> = E extends { readonly response?: infer R }
  ? R extends z.ZodType
    ? z.output<R>
    : undefined
  : undefined;
