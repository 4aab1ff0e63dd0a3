import { Readable } from 'node:stream';
import type { Document } from '@quayside/contracts/documents/documents';
import { say } from '@quayside/contracts/texts/catalogue';
import { numberText } from '@quayside/domain/shipments/numbers';
import { inAccount, type Scope, type TxDeps, type Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import type { StoredFile, StoredFiles } from '../../../files/stored-files.ts';
import { AppError } from '../../../http/errors.ts';
import type { BinaryAnswer } from '../../../http/mount.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { addDocument, addVersion, findDocumentVersion, listDocumentsOf } from '../../documents/public.ts';
import { measure, readCartonsOfLeaves, readPackLists } from '../rows/leaves.views.ts';
import { csvOfPlan, sha256Of } from './plan-csv.ts';
import { type PlanRow, savePlan } from '../rows/plans.queries.ts';
import { requirePlanRow } from '../plans/plans.service.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const CSV_TYPE = 'text/csv';

const nameOf = (plan: PlanRow): string => `${numberText('SHIPMENT_PLAN', plan.number)}.csv`;

/** The CSV of a plan as it is now. */
async function planCsv(w: Work, plan: PlanRow): Promise<string> {
  const packLists = await readPackLists(w, 'plan_id', [plan.id]);
  const cartons = await readCartonsOfLeaves(
    w,
    packLists.flatMap(({ cartonId }) => cartonId ?? []),
  );
  return csvOfPlan({ plan, packLists, cartons, packed: measure(packLists, cartons) });
}

/** Answers the CSV of a plan as it is now, and stores nothing. */
export async function getCsv(w: Work, id: string): Promise<BinaryAnswer> {
  const plan = await requirePlanRow(w, id);
  const body = Buffer.from(await planCsv(w, plan));
  return {
    headers: {
      'content-type': `${CSV_TYPE}; charset=utf-8`,
      'content-length': String(body.byteLength),
      'content-disposition': `attachment; filename="${nameOf(plan)}"`,
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

/** A CSV whose bytes were stored before the transaction that claims them; none if the kept one is the same. */
interface MadeCsv {
  readonly sha256: string;
  readonly stored: StoredFile | undefined;
}

/** The document that keeps the CSV of a plan now, with its newest version; undefined if there is none. */
async function keptCsv(w: Work, plan: PlanRow) {
  const id = plan.csv_document_ids.at(-1);
  const version = id === undefined ? undefined : await findDocumentVersion(w, id);
  return id === undefined || version === undefined ? undefined : { id, ...version };
}

/** Whether the kept CSV is what the plan says now; then its document. */
export async function currentCsv(w: Work, plan: PlanRow): Promise<Document | undefined> {
  const kept = await keptCsv(w, plan);
  if (kept?.sha256 !== sha256Of(await planCsv(w, plan))) return undefined;
  return (await listDocumentsOf(w, { type: 'SHIPMENT_PLAN', id: plan.id })).find(({ id }) => id === kept.id);
}

/** Makes the CSV of a plan and stores its bytes, unless the kept one is the same. */
export async function makeCsv(
  deps: TxDeps & { readonly files: StoredFiles },
  scope: Scope,
  id: string,
): Promise<MadeCsv> {
  const { csv, isKept } = await inAccount(deps, scope, async (w) => {
    const plan = await requirePlanRow(w, id);
    const now = await planCsv(w, plan);
    return { csv: now, isKept: (await keptCsv(w, plan))?.sha256 === sha256Of(now) };
  });
  const stored = isKept ? undefined : await deps.files.put(Readable.from([Buffer.from(csv)]), { maxBytes: MAX_BYTES });
  return { sha256: sha256Of(csv), stored };
}

/** Keeps the CSV as a document of the plan, as its next version; again only when it differs from the kept one. */
export async function storeCsv(w: Work, files: StoredFiles, id: string, made: MadeCsv): Promise<Document> {
  const discard = async () => {
    if (made.stored) await files.remove(made.stored.storageKey).catch(() => undefined);
  };
  try {
    await lockCosts(w);
    const plan = await requirePlanRow(w, id);
    const kept = await keptCsv(w, plan);
    const isKept = kept?.sha256 === made.sha256;
    if (sha256Of(await planCsv(w, plan)) !== made.sha256 || (!isKept && !made.stored))
      throw new AppError('conflict_version', { message: say('shipments.changed_meanwhile') });
    if (isKept) await discard();
    // Names of products are others without a write of the plan, and from now on it is compared with what is kept.
    if (plan.content_sha256 !== made.sha256) await savePlan(w, id, { content_sha256: made.sha256 });
    const documentId = isKept ? kept.id : await keepCsv(w, files, plan, { made, documentId: kept?.id });
    const document = (await listDocumentsOf(w, { type: 'SHIPMENT_PLAN', id })).find((one) => one.id === documentId);
    if (!document) throw new AppError('documents.unknown');
    return document;
  } catch (error) {
    // The refusal rolls back the row that would have claimed the file, so remove the bytes now.
    if (error instanceof AppError) await discard();
    throw error;
  }
}

/** Stores the CSV as the next version of its document, or as a new document. Returns the id of the document. */
async function keepCsv(
  w: Work,
  files: StoredFiles,
  plan: PlanRow,
  { made, documentId }: { readonly made: MadeCsv; readonly documentId: string | undefined },
): Promise<string> {
  if (!made.stored) throw new Error('The bytes of the CSV were not stored');
  const upload = { ...made.stored, fileName: nameOf(plan), contentType: CSV_TYPE, quotaBytes: files.quotaBytes };
  if (documentId !== undefined) await addVersion(w, documentId, upload);
  const id =
    documentId ??
    (await addDocument(w, upload, {
      documentType: 'SHIPMENT_PLAN',
      entities: [{ entityType: 'SHIPMENT_PLAN', entityId: plan.id }],
    }));
  const version = plan.version + 1;
  await savePlan(w, plan.id, {
    version,
    ...(documentId === undefined && { csv_document_ids: [...plan.csv_document_ids, id] }),
  });
  await record(
    w,
    {
      action: 'shipment-plan.csv-stored',
      subjectIds: [plan.id],
      historyOf: plan.id,
      details: {
        changes: [{ field: 'fileName', from: null, to: upload.fileName }],
        trace: { documentId: id, sha256: made.sha256 },
      },
    },
    changed('shipment-plans', [plan.id], version),
  );
  return id;
}
