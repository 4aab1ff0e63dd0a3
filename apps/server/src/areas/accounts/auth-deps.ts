import type { Deps } from '../../deps.ts';

/** What signing in, passwords, the second factor and links in mails need from the outside. */
export type AuthDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets' | 'config' | 'signIn'>;
