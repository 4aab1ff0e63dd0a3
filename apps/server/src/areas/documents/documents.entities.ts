import type { FieldError } from '@quayside/contracts/errors';
import type { EntityType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import type { EntityRef } from './documents.queries.ts';
import { findInvoiceIds } from './documents.views.ts';

/** Something that a document shall belong to, and the field of the request that says so. */
export interface EntityWish {
  readonly ref: EntityRef;
  readonly field: string;
}

interface EntityFields {
  readonly entityType?: EntityType | undefined;
  readonly entityId?: string | null | undefined;
  readonly entities?: readonly { readonly entityType: EntityType; readonly entityId: string }[] | undefined;
}

const NEEDED = 'This field is required';

/**
 * All that a document shall belong to. `entities` says all of it, and the single pair may then only name its first.
 * Without it the pair is all; but a pair that names the first as it is leaves the others, so that what was read can be
 * written back.
 */
export function wishOf(fields: EntityFields, before: readonly EntityRef[]): EntityWish[] {
  const single = singleOf(fields, before[0]);
  if (fields.entities === undefined) {
    const isUnchanged = single === undefined || (single?.ref.entityType === before[0]?.entityType && single?.ref.entityId === before[0]?.entityId);
    return isUnchanged ? before.map((ref) => ({ ref, field: 'entityId' })) : single === null ? [] : [single];
  }
  const all = fields.entities.map(({ entityType, entityId }, i): EntityWish => {
    if (entityType === 'NONE') throw fieldError(`entities.${i}.entityType`, 'Leave out what it does not belong to');
    return { ref: { entityType, entityId }, field: `entities.${i}.entityId` };
  });
  const first = all[0]?.ref;
  if (single !== undefined && (single?.ref.entityType !== first?.entityType || single?.ref.entityId !== first?.entityId))
    throw fieldError('entityType', 'This differs from the first of the entities');
  return [...new Map(all.map((wish) => [`${wish.ref.entityType} ${wish.ref.entityId}`, wish])).values()];
}

/** The single pair; null: nothing, undefined: not named. */
function singleOf(fields: EntityFields, before: EntityRef | undefined): EntityWish | null | undefined {
  const id = fields.entityId ?? null;
  const type = fields.entityType ?? (id === null ? undefined : (before?.entityType ?? refuse('entityType', NEEDED)));
  // A cleared id alone: nothing is left to say of what has none.
  if (type === undefined) return fields.entityId === null && before !== undefined ? refuse('entityId', NEEDED) : undefined;
  if (type === 'NONE') return id === null ? null : refuse('entityId', 'Without an entityType there is none');
  return { ref: { entityType: type, entityId: id ?? refuse('entityId', NEEDED) }, field: 'entityId' };
}

function refuse(field: string, message: string): never {
  throw fieldError(field, message);
}

/** Refuses what the account does not have. What a document belongs to already may stay. Orders and plans do not exist yet. */
export async function requireEntities(w: Work, wishes: readonly EntityWish[], before: readonly EntityRef[] = []): Promise<void> {
  const added = wishes.filter(({ ref }) => !before.some((e) => e.entityType === ref.entityType && e.entityId === ref.entityId));
  if (added.length === 0) return;
  const found = await findInvoiceIds(
    w,
    added.filter(({ ref }) => ref.entityType === 'INVOICE').map(({ ref }) => ref.entityId),
  );
  const errors: FieldError[] = added
    .filter(({ ref }) => ref.entityType !== 'INVOICE' || !found.has(ref.entityId))
    .map(({ field }) => ({ field, message: 'This does not exist in the account' }));
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}
