import { createServer } from 'node:net';
import type { Config } from './config.ts';

/** Throws if the server cannot listen, before anything else is started. */
export async function requireFreePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(reasonOf(error, host, port))));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}

function reasonOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `port ${port} is in use by another program, perhaps another Quayside. Stop it, or choose another PORT.`;
  if (error.code === 'EACCES') return `this user may not listen on port ${port}. Choose a PORT above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `this machine has no address ${host}. Correct HOST.`;
  return `port ${port} of ${host} cannot be used: ${error.message}`;
}
