import type { BodyIn, EndpointSpec, ParamsIn, QueryIn, ResponseOf } from '@quayside/contracts/endpoint';
import type { ErrorBody } from '@quayside/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from './calls.ts';

/** The person on whose behalf a call is made inside this process. */
export interface LocalCaller {
  readonly userId: string;
  readonly token: string;
}
export interface LocalAnswer<T> {
  readonly status: number;
  readonly body: T;
  /** The body of the answer if the call was refused. */
  readonly error: ErrorBody;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}
export interface LocalInput<E> {
  readonly params?: Omit<ParamsIn<E>, 'userId'>;
  readonly query?: QueryIn<E>;
  readonly body?: BodyIn<E>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file of an upload call. The form contains `fields` before the file. */
  readonly file?: {
    readonly name: string;
    readonly content: Buffer | string;
    readonly fields?: readonly (readonly [string, string])[];
  };
}

const BOUNDARY = '----quayside-local-boundary';
const multipartBody = (field: string, file: NonNullable<LocalInput<unknown>['file']>): Buffer =>
  Buffer.concat([
    ...(file.fields ?? []).map(([name, value]) =>
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${file.name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(file.content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

/** Builds the path and query of a call. */
export function urlOf(
  endpoint: EndpointSpec,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(key, typeof item === 'object' ? JSON.stringify(item) : String(item));
  return `${API_ROOT}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/**
 * Makes one call of the contract inside this process, through the whole application. Used by the demo seed and the
 * tests.
 */
export async function callLocally<E extends EndpointSpec>(
  app: FastifyInstance,
  who: LocalCaller | undefined,
  endpoint: E,
  input: LocalInput<E> = {},
): Promise<LocalAnswer<ResponseOf<E>>> {
  const payload =
    input.file && endpoint.upload
      ? multipartBody(endpoint.upload.field, input.file)
      : input.body === undefined
        ? undefined
        : JSON.stringify(input.body);
  const response = await app.inject({
    method: endpoint.method,
    url: urlOf(
      endpoint,
      { userId: who?.userId ?? '', ...(input.params as Record<string, string> | undefined) },
      input.query as Record<string, unknown> | undefined,
    ),
    headers: {
      ...(who && { authorization: `Bearer ${who.token}` }),
      ...(payload !== undefined && {
        'content-type': input.file ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
      }),
      ...input.headers,
    },
    ...(payload !== undefined && { payload }),
  });
  const isJson = String(response.headers['content-type'] ?? '').includes('application/json');
  const body: unknown = isJson ? JSON.parse(response.body) : undefined;
  return {
    status: response.statusCode,
    body: body as never,
    error: body as ErrorBody,
    headers: response.headers,
    text: response.body,
  };
}
