import { say } from '@quayside/contracts/texts/catalogue';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { AppError } from './errors.ts';

/** How often connections that have become idle are closed while the server stops. */
const CLOSE_IDLE_MS = 50;

/** The refusal of a server that is stopping. */
export const stoppingError = () => new AppError('unavailable', { message: say('http.stopping'), retryAfterSeconds: 5 });

/**
 * Makes a stopping server close each connection with its answer, and refuse requests that arrive when it no longer
 * accepts connections.
 */
export function addDraining(app: FastifyInstance, health: Deps['health']): void {
  app.addHook('onRequest', async (request) => {
    if (health.closing && request.url !== '/health/live') throw stoppingError();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (health.draining) reply.header('connection', 'close');
  });
}

/**
 * Stops serving. For `noticeMs` requests are still accepted, so that a load balancer sees that the server is no longer
 * ready. Requests that are still running after `finishMs`, for example slow uploads, are cut off.
 */
export async function drain(app: FastifyInstance, deps: Pick<Deps, 'config' | 'health' | 'live'>): Promise<void> {
  deps.health.draining = true;
  deps.live.closeAll();
  await new Promise((resolve) => setTimeout(resolve, deps.config.stop.noticeMs));
  deps.health.closing = true;
  deps.live.closeAll();
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), deps.config.stop.finishMs);
  await app.close();
  clearInterval(closeIdle);
  clearTimeout(cutOff);
}
