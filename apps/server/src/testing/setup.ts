import { afterEach } from 'vitest';
import { installSocketGuard, takeAttempts } from './socket-guard.ts';

installSocketGuard();

afterEach(() => {
  const hosts = takeAttempts();
  if (hosts.length > 0) throw new Error(`This test tried to leave the machine: ${hosts.join(', ')}.`);
});
