import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import type { EntityRef } from '../../events/reactions.ts';

export type SentMailRow = Selectable<DB['sent_mail']>;
type SentDocument = Omit<Insertable<DB['sent_mail_document']>, 'account_id' | 'sent_mail_id' | 'position'>;

export async function insertSentMail(
  w: Work,
  row: Omit<Insertable<DB['sent_mail']>, 'account_id'>,
  documents: readonly SentDocument[],
  entities: readonly EntityRef[],
): Promise<void> {
  const place = { account_id: w.scope.accountId, sent_mail_id: row.id };
  await w.tx
    .insertInto('sent_mail')
    .values({ ...row, account_id: w.scope.accountId })
    .execute();
  if (documents.length > 0)
    await w.tx
      .insertInto('sent_mail_document')
      .values(documents.map((document, i) => ({ ...document, ...place, position: i + 1 })))
      .execute();
  if (entities.length > 0)
    await w.tx
      .insertInto('sent_mail_entity')
      .values(entities.map(({ entityType, entityId }) => ({ ...place, entity_type: entityType, entity_id: entityId })))
      .execute();
}

/** Reads the row of a mail and locks it until the end of the transaction. */
export const lockSentMail = (
  w: Work,
  which: { readonly id: string } | { readonly mailId: string },
): Promise<SentMailRow | undefined> =>
  w.tx
    .selectFrom('sent_mail')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id' in which ? 'id' : 'mail_id', '=', 'id' in which ? which.id : which.mailId)
    .forUpdate()
    .executeTakeFirst();

export async function saveSentMail(w: Work, id: string, set: Updateable<DB['sent_mail']>): Promise<void> {
  await w.tx
    .updateTable('sent_mail')
    .set(set)
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** The documents of mails as they were sent, in order. */
export const findSentDocuments = (w: Work, mailIds: readonly string[]) =>
  w.tx
    .selectFrom('sent_mail_document')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('sent_mail_id', 'in', [...mailIds])
    .orderBy('sent_mail_id')
    .orderBy('position')
    .execute();

/** The records that a mail is about. */
export async function findMailEntities(w: Work, id: string): Promise<EntityRef[]> {
  const rows = await w.tx
    .selectFrom('sent_mail_entity')
    .select(['entity_type', 'entity_id'])
    .where('account_id', '=', w.scope.accountId)
    .where('sent_mail_id', '=', id)
    .orderBy('entity_type')
    .orderBy('entity_id')
    .execute();
  return rows.map((row) => ({ entityType: row.entity_type as EntityRef['entityType'], entityId: row.entity_id }));
}

/** Where the bytes of a version of a document are; undefined once the document was removed for good. */
export const findStoredVersion = (w: Work, documentId: string, number: number) =>
  w.tx
    .selectFrom('document_version')
    .select('storage_key')
    .where('account_id', '=', w.scope.accountId)
    .where('document_id', '=', documentId)
    .where('number', '=', number)
    .executeTakeFirst();
