import { type IpcSocketConnectOpts, isIP, Socket, type TcpSocketConnectOpts } from 'node:net';

const attempts: string[] = [];
type Connect = (this: Socket, ...args: unknown[]) => Socket;

/** Makes every connection of this process to another machine fail at once. The error names the host. */
export function installSocketGuard(): void {
  const prototype = Socket.prototype as unknown as { connect: Connect & { guarded?: true } };
  if (prototype.connect.guarded) return;
  const real = prototype.connect;
  const guarded: Connect & { guarded?: true } = function connect(...args) {
    const host = hostOf(args);
    if (host !== undefined && !isLoopback(host)) {
      attempts.push(host);
      throw new Error(`Tests must not leave this machine: something tried to connect to ${host}.`);
    }
    return real.apply(this, args);
  };
  guarded.guarded = true;
  prototype.connect = guarded;
}

/**
 * Returns the hosts that were tried since the last call. So a test also fails when the code under test swallowed the
 * error.
 */
export function takeAttempts(): string[] {
  return attempts.splice(0);
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1' || host === '[::1]';
}

/**
 * Finds the host in the arguments of `connect`: (options), (port, host) or (path). Node itself passes its normalised
 * form, [[options, callback]]. Undefined for a path.
 */
function hostOf(args: unknown[]): string | undefined {
  const first = Array.isArray(args[0]) ? (args[0] as unknown[])[0] : args[0];
  if (typeof first === 'object' && first !== null) {
    const options = first as Partial<TcpSocketConnectOpts & IpcSocketConnectOpts>;
    return options.path === undefined ? (options.host ?? 'localhost') : undefined;
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return undefined;
  return typeof args[1] === 'string' ? args[1] : 'localhost';
}
