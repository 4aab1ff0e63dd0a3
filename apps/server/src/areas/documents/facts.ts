import { relation } from '../../db/relation.ts';

/** The versions of documents. */
export const DOCUMENT_VERSIONS = relation('document_version', [
  'account_id',
  'content_type',
  'created_at',
  'document_id',
  'file_name',
  'number',
  'sha256',
  'size',
]);

/** Documents and the records to which they belong. */
export const DOCUMENTS = relation('document', ['account_id', 'id', 'deleted_at', 'version_number']);

/** The versions of documents that mails contained. */
export const SENT_DOCUMENTS = relation('sent_mail_document', [
  'account_id',
  'document_id',
  'sent_mail_id',
  'sha256',
  'version_number',
]);

/** Mails with documents. */
export const SENT_MAILS = relation('sent_mail', ['account_id', 'id', 'queued_at', 'state']);
