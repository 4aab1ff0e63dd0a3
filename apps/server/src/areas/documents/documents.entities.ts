import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { EntityType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import type { EntityRef } from '../../events/reactions.ts';
import { AppError, fieldError, type FieldProblem } from '../../http/errors.ts';
import { findPresent } from './document-owners.views.ts';

/** A record that a document is to be attached to, and the request field that names it. */
export interface EntityWish {
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
 * All records that a document is to be attached to. `entities` is the full list, and the single pair may then only
 * repeat its first element. Without `entities` the pair is the full list, unless it repeats the current first element:
 * then the others stay, so that a client can write back what it read.
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

/** The single pair; null: no record, undefined: not given. */
function singleOf(fields: EntityFields, before: EntityRef | undefined): EntityWish | null | undefined {
  const id = fields.entityId ?? null;
  const type = fields.entityType ?? (id === null ? undefined : (before?.entityType ?? refuse('entityType', NEEDED)));
  // Only the id was cleared, so no record is left.
  if (type === undefined)
    return fields.entityId === null && before !== undefined ? refuse('entityId', NEEDED) : undefined;
  if (type === 'NONE') return id === null ? null : refuse('entityId', say('documents.no_entity_type'));
  return { ref: { entityType: type, entityId: id ?? refuse('entityId', NEEDED) }, field: 'entityId' };
}

function refuse(field: string, message: Text): never {
  throw fieldError(field, message);
}

/**
 * Refuses records that the account does not have and types that no area supports. Records that the document is attached
 * to already may stay.
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
