import type { Deps } from '../../../deps.ts';

/** The dependencies of sign-in, passwords, the second factor and mailed links. */
export type AuthDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets' | 'config' | 'signIn'>;
