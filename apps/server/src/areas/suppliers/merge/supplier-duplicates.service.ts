import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { findSupplierDuplicates as findSpec } from '@quayside/contracts/suppliers/suppliers';
import type { Work } from '../../../db/tx.ts';
import { findBankRow } from '../rows/supplier-bank.queries.ts';
import { likeliestFirst } from './supplier-duplicates.rules.ts';
import { findSameCompany } from './supplier-duplicates.views.ts';
import { findSupplierRefs } from '../rows/suppliers.queries.ts';

const MOST = 20;

/**
 * Finds suppliers that may be the company that the query describes. If the company is already stored as a supplier,
 * `exceptId` is its id; this supplier is left out, and its bank account number is compared too.
 */
export async function findDuplicates(w: Work, q: QueryOut<typeof findSpec>): Promise<ResponseOf<typeof findSpec>> {
  const text = (value: string | undefined) => value?.trim() || null;
  const reasons = await findSameCompany(w, {
    companyName: text(q.companyName),
    localName: text(q.localName),
    email: text(q.email),
    telephone: text(q.telephone),
    xeroId: text(q.xeroId),
    accountHash: (q.exceptId !== undefined && (await findBankRow(w, q.exceptId))?.account_hash) || null,
    exceptId: q.exceptId ?? null,
  });
  const refs = await findSupplierRefs(w, [...reasons.keys()]);
  const found = [...refs.values()].map((ref) => ({ ...ref, reasons: reasons.get(ref.id) ?? [] }));
  return likeliestFirst(found)
    .slice(0, MOST)
    .map(({ id, companyName, localName, archivedAt, reasons: why }) => ({
      supplier: { id, companyName, localName, archivedAt: archivedAt?.toISOString() ?? null },
      reasons: [...why],
    }));
}
