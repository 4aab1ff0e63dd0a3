import type { Area } from '../area.ts';
import { documentsAudit } from './documents.audit.ts';
import { endMail } from './sent-mails.service.ts';
import { documentNames } from './document-names.views.ts';
import { findDocuments } from './document-search.views.ts';
import { documentsJobs } from './documents.jobs.ts';
import { mountDocuments } from './documents.routes.ts';

export const documentsArea: Area = {
  name: 'documents',
  audit: documentsAudit,
  tables: ['document', 'document_entity', 'document_version', 'sent_mail', 'sent_mail_document', 'sent_mail_entity'],
  reactions: { 'mail.ended': endMail },
  mount: mountDocuments,
  jobs: documentsJobs,
  files: [{ table: 'document_version', column: 'storage_key', countsAsSpace: true }],
  search: findDocuments,
  names: documentNames,
};
