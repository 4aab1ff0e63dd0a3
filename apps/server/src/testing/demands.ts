import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { type AccessKind, FLAGS, type Flag } from '@quayside/domain/access/access';

// Compares the access that each call requires with the access that `demands.txt` records for it. Tests that are derived
// from the contract alone would accept any change of the contract.

/** The access that a call requires of its caller. */
interface Demand {
  readonly access: AccessKind;
  readonly flags?: readonly (readonly Flag[])[];
}
type Call = Pick<EndpointSpec, 'id' | 'method' | 'path' | 'access' | 'flags'>;

/** The kinds of access, from the weakest requirement to the strongest. */
const ORDER: readonly AccessKind[] = ['public', 'self', 'read', 'write', 'accountAdmin', 'systemAdmin'];
const isWeaker = (a: AccessKind, than: AccessKind) => ORDER.indexOf(a) < ORDER.indexOf(than);

const flagsText = (flags: Demand['flags'] = []) => flags.map((group) => group.join('+')).join('|');
/** Formats one line of demands.txt, such as `getProduct read isManagementSectionEnabled`. */
export const lineOf = (call: Call): string => [call.id, call.access, flagsText(call.flags)].join(' ').trim();

/** Reads demands.txt: the recorded access of each call. */
export function readDemands(
  text = readFileSync(join(import.meta.dirname, 'demands.txt'), 'utf8'),
): Map<string, Demand> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [id = '', access = '', flags] = line.split(' ');
      return [
        id,
        {
          access: access as AccessKind,
          ...(flags && { flags: flags.split('|').map((group) => group.split('+') as Flag[]) }),
        },
      ];
    }),
  );
}

const opens = (flags: Demand['flags'], on: ReadonlySet<Flag>) =>
  !flags?.length || flags.some((group) => group.every((flag) => on.has(flag)));
/** Whether some combination of enabled sections allows the call now but did not allow it before. */
function allowsMore(now: Demand, before: Demand): boolean {
  const named = FLAGS.filter((flag) => [...(now.flags ?? []), ...(before.flags ?? [])].flat().includes(flag));
  return Array.from(
    { length: 2 ** named.length },
    (_, bits) => new Set(named.filter((_flag, i) => bits & (2 ** i))),
  ).some((on) => opens(now.flags, on) && !opens(before.flags, on));
}

const OF_ONESELF = /^\/(users|notifications|views|gateway)\b/;
const OF_THE_ACCOUNT = /^\/users\/\{userId\}\/account\/(users|settings|user-settings|audit-log)\b/;
/** The weakest access that is acceptable for a call that is not recorded yet, judged by its path. */
export function leastOf(call: Call): AccessKind {
  if (call.path.startsWith('/admin/')) return 'systemAdmin';
  if (call.method !== 'GET' && OF_THE_ACCOUNT.test(call.path)) return 'accountAdmin';
  if (/^\/(auth|gateway)\//.test(call.path)) return 'public';
  return call.method === 'GET' || OF_ONESELF.test(call.path) ? 'self' : 'write';
}

/** Finds calls that require less than what is recorded, or less than their path implies. */
export function weakened(calls: readonly Call[], demands: ReadonlyMap<string, Demand>): string[] {
  const gone = [...demands.keys()].filter((id) => !calls.some((call) => call.id === id));
  return [
    ...gone.map((id) => `${id} is in demands.txt and no call any more`),
    ...calls.flatMap((call) => {
      const before = demands.get(call.id) ?? { access: leastOf(call) };
      if (!isWeaker(call.access, before.access) && !allowsMore(call, before)) return [];
      return [
        `${call.id} demanded "${`${before.access} ${flagsText(before.flags)}`.trim()}"; ` +
          `if it may demand less, its line is: ${lineOf(call)}`,
      ];
    }),
  ];
}
