import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { EntityType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import type { EntityRef } from '../../events/reactions.ts';
import { AppError, fieldError, type FieldProblem } from '../../http/errors.ts';
import { findPresent } from './document-owners.views.ts';

/** A record that a request wants a document attached to, and the request field that names the record. */
interface EntityWish {
  readonly ref: EntityRef;
  readonly field: string;
}

interface EntityFields {
  readonly entityType?: EntityType | undefined;
  readonly entityId?: string | null | undefined;
  readonly entities?: readonly { readonly entityType: EntityType; readonly entityId: string }[] | undefined;
}

const NEEDED = say('field.required');

/**
 * Returns all records that a document is to be attached to. A request can name them in two ways: with the list
 * `entities`, or with the pair `entityType` and `entityId` for a single record. If it has both, the pair must equal the
 * first element of the list. If it has only the pair, the document is attached to this record alone, unless the pair
 * equals the current first record: then nothing changes, so that a client can send back what it has read.
 */
export function wishOf(fields: EntityFields, before: readonly EntityRef[]): EntityWish[] {
  const single = singleOf(fields, before[0]);
  if (fields.entities === undefined) {
    const isUnchanged =
      single === undefined ||
      (single?.ref.entityType === before[0]?.entityType && single?.ref.entityId === before[0]?.entityId);
    return isUnchanged ? before.map((ref) => ({ ref, field: 'entityId' })) : single === null ? [] : [single];
  }
  const all = fields.entities.map(({ entityType, entityId }, i): EntityWish => {
    if (entityType === 'NONE') throw fieldError(`entities.${i}.entityType`, say('documents.leave_out_none'));
    return { ref: { entityType, entityId }, field: `entities.${i}.entityId` };
  });
  const first = all[0]?.ref;
  if (
    single !== undefined &&
    (single?.ref.entityType !== first?.entityType || single?.ref.entityId !== first?.entityId)
  )
    throw fieldError('entityType', say('documents.differs_from_first'));
  return [...new Map(all.map((wish) => [`${wish.ref.entityType} ${wish.ref.entityId}`, wish])).values()];
}

/**
 * The record that the pair `entityType` and `entityId` names; null if the pair says that there is none, and undefined
 * if the request has no pair.
 */
function singleOf(fields: EntityFields, before: EntityRef | undefined): EntityWish | null | undefined {
  const id = fields.entityId ?? null;
  const type = fields.entityType ?? (id === null ? undefined : (before?.entityType ?? refuse('entityType', NEEDED)));
  // The request clears the id but not the type, which is refused if the document is attached to a record.
  if (type === undefined)
    return fields.entityId === null && before !== undefined ? refuse('entityId', NEEDED) : undefined;
  if (type === 'NONE') return id === null ? null : refuse('entityId', say('documents.no_entity_type'));
  return { ref: { entityType: type, entityId: id ?? refuse('entityId', NEEDED) }, field: 'entityId' };
}

function refuse(field: string, message: Text): never {
  throw fieldError(field, message);
}

/**
 * Refuses records that the account does not have and types that no area supports. Records that the document is already
 * attached to are accepted unchecked.
 */
export async function requireEntities(
  w: Work,
  wishes: readonly EntityWish[],
  before: readonly EntityRef[] = [],
): Promise<void> {
  const added = wishes.filter(
    ({ ref }) => !before.some((e) => e.entityType === ref.entityType && e.entityId === ref.entityId),
  );
  if (added.length === 0) return;
  const found = new Set(
    await findPresent(
      w,
      added.map(({ ref }) => ref),
    ),
  );
  const errors: FieldProblem[] = added
    .filter(({ ref }) => !found.has(ref))
    .map(({ field }) => ({ field, message: say('not_in_account') }));
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}
