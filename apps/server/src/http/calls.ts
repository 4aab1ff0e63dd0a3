import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { createCallMap, partsOfUrl } from './call-map.ts';
import { AppError } from './errors.ts';

/** The address of the API, below which are those of all calls. */
export const API_ROOT = '/api/v2';

type Method = EndpointSpec['method'];
type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ROOT_PARTS = API_ROOT.split('/').length - 1;
/** The most characters of a value in the address of a request. */
const MOST_CHARACTERS = 2000;
/** The name under which the framework asks whether there is a call. */
const IS_CALL = 'isCall';
const YES = 'yes';
type Router = NonNullable<FastifyServerOptions['routerOptions']>;
/** What the framework does with a request, which it hands to us for keeping. */
type Handler = NonNullable<ReturnType<ReturnType<NonNullable<Router['constraints']>[string]['storage']>['get']>>;

/** The calls of the API. The framework has one route per method for all of them. */
export function createCalls() {
  const map = createCallMap<Run>();

  const find = ({ method = '', url = '' }: { readonly method?: string; readonly url?: string }) =>
    map.find((method === 'HEAD' ? 'GET' : method) as Method, partsOfUrl(url)?.slice(ROOT_PARTS) ?? []);

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const found = find(request.raw);
    if (!found) throw new AppError('not_found');
    if (Object.values(found.values).some((value) => value.length > MOST_CHARACTERS)) throw new AppError('malformed');
    request.params = found.values;
    request.callPath = found.path;
    await found.call(request, reply);
    return reply;
  }

  return {
    add: map.add,
    /** The router's options: a request for no call is answered as one for any other unknown address. */
    routerOptions: {
      constraints: {
        [IS_CALL]: {
          name: IS_CALL,
          storage: () => {
            let handler: Handler | null = null;
            return {
              get: (isCall) => (isCall === YES ? handler : null),
              set: (_isCall, added) => {
                handler = added;
              },
            };
          },
          validate: () => undefined,
          deriveConstraint: (request) => (find(request) ? YES : 'no'),
        },
      },
    } satisfies NonNullable<FastifyServerOptions['routerOptions']>,
    /** Adds the routes to the application. */
    serve(app: FastifyInstance): void {
      app.decorateRequest('callPath', undefined);
      for (const method of METHODS)
        app.route({ method, url: `${API_ROOT}/*`, constraints: { [IS_CALL]: YES }, handler: run });
    },
  };
}
export type Calls = ReturnType<typeof createCalls>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the call that is answered, as the contract has it; undefined before, and for other addresses. */
    callPath: string | undefined;
  }
}

/** The path of the call or the address of the route that answers a request, for the log. */
export const routeOf = (request: FastifyRequest): string | undefined => request.callPath ?? request.routeOptions.url;
