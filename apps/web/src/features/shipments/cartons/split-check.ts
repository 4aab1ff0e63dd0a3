import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { divideOverCartons } from '@quayside/domain/shipments/cartons';
import { ruleWords } from '../../../i18n/rule-words.ts';
import { refusals } from '../../../lib/errors/refusals.ts';

/** What is wrong with a row of cartons: its count, or the pack list that does not divide evenly over it. */
export type SplitProblem =
  | { readonly field: 'count'; readonly message: string }
  | { readonly field: 'packList'; readonly packListId: string; readonly message: string };

/** A field such as `packLists.2.quantity`. Positions are counted from 0. */
const AT_PACK_LIST = /^packList(?:s|Ids)\.(\d+)/;

function problemAt(field: string, message: string, ids: readonly string[]): SplitProblem | undefined {
  if (field === 'count') return { field, message };
  const packListId = ids[Number(AT_PACK_LIST.exec(field)?.[1] ?? -1)];
  return packListId === undefined ? undefined : { field: 'packList', packListId, message };
}

/** Checks whether pack lists divide evenly over so many cartons, with the rule that the server applies. */
export function checkSplit(count: number, packLists: readonly PackList[]): SplitProblem | undefined {
  const result = divideOverCartons(
    BigInt(count),
    packLists.map(({ quantity }) => BigInt(quantity)),
  );
  if (result.ok) return undefined;
  return problemAt(
    result.field,
    ruleWords(result.message),
    packLists.map(({ packListId }) => packListId),
  );
}

/** The problem of a pack list that the server named, because somebody has changed it meanwhile. */
export function refusedSplit(error: unknown, packListIds: readonly string[]): SplitProblem | undefined {
  const { fields } = refusals(error, (path) => (AT_PACK_LIST.test(path) ? path : undefined));
  for (const [path, message] of Object.entries(fields)) {
    const problem = problemAt(path, message, packListIds);
    if (problem?.field === 'packList') return problem;
  }
  return undefined;
}
