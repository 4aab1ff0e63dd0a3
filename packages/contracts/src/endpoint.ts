import type { AccessKind, Flag } from '@quayside/domain/access/access';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file that arrives as multipart form data under `field`. Bytes never pass through JSON. */
export interface UploadSpec {
  readonly field: string;
  /** Bytes; more answers 413. */
  readonly maxBytes: number;
  /** What a person reads where the file is refused, for example "CSV, TSV or Amazon's listings report". */
  readonly kinds: string;
}

/** An answer that is not JSON: a file, or the live stream. */
export interface BinarySpec {
  readonly binary: string;
}

/**
 * One call of the API, described once. The server mounts it, the web client calls it, the OpenAPI
 * document and the test sweeps are loops over the list of all of them (`all.ts`).
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
  /** Below /api/v2, with `{name}` for parameters. */
  readonly path: string;
  /** One sentence for people; the OpenAPI summary. */
  readonly summary: string;
  readonly description?: string;
  readonly access: AccessKind;
  /** Any of these groups must hold, each group whole. None: no flag needed. */
  readonly flags?: readonly (readonly Flag[])[];
  /**
   * Our client sends no bearer with it, even when it holds one: sign-in, registration, forgotten password,
   * verification.
   */
  readonly withoutToken?: boolean;
  /** The call takes `Idempotency-Key`; every effectful POST does. */
  readonly idempotent?: boolean;
  /**
   * Dangerous: needs the password, and the code of the second factor where it is on, typed again a moment ago
   * (`prove`). `recent`: always, checked by the mount. `in-body`: or the password in the body, while there is no second
   * factor. `sometimes`: as its description says; the service decides.
   */
  readonly proof?: 'recent' | 'in-body' | 'sometimes';
  readonly params: P;
  readonly query: Q;
  readonly body?: B;
  readonly upload?: UploadSpec;
  readonly response?: R;
  /** 200, 201 for a create, 204 without an answer. */
  readonly status: 200 | 201 | 204;
  /** Milliseconds after which our client gives up; none: it waits as long as the connection lasts. */
  readonly timeoutMs?: number;
  /** Refusals of this call's own, beside those that every call can give. */
  readonly errors?: readonly ErrorCode[];
}

/** Describes one call. Kept as a function so that the literal types of the parts survive. */
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

/** What a caller passes in. */
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
/** What a handler gets, parsed. */
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
/** What comes back as JSON; undefined for 204 and files. */
export type ResponseOf<E> = E extends { readonly response?: infer R }
  ? R extends z.ZodType
    ? z.output<R>
    : undefined
  : undefined;
