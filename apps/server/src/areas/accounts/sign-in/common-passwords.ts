import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The 10,000 most common passwords of at least 8 characters, in lower case and in the order of the public "10 million
// password list" (SecLists, MIT).
let commonest: Set<string> | undefined;

/** Whether this password (in lower case) is on the list of common passwords. */
export function isCommonPassword(lower: string): boolean {
  commonest ??= new Set(readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n'));
  return commonest.has(lower);
}
