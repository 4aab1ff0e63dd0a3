import { CODE_KINDS, type CodeKind, type resolveProductCodes } from '@quayside/contracts/products/product-codes';
import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { readCode } from '@quayside/domain/products/code-text';
import { codeIdentity } from '@quayside/domain/written-text';
import type { Work } from '../../../db/tx.ts';
import { shown } from '../../../tables/cells.ts';
import { unknownCode } from '../../../tables/code-cells.ts';
import { type CodeHit, listOtherHits, listSkuHits } from '../rows/product-codes.queries.ts';
import { findCaseUnits, findProductRefs, type ProductRef } from '../rows/product-refs.queries.ts';

/** The meaning of a code: one product, or several products among which a person must choose. */
export interface Resolved {
  readonly by: CodeKind;
  /** The products, sorted by SKU. There is at least one. */
  readonly products: readonly [ProductRef, ...ProductRef[]];
}

/** The only product that has the code; undefined if there is none, or if there are several. */
export const theOne = (resolved: Resolved | undefined): ProductRef | undefined =>
  resolved?.products.length === 1 ? resolved.products[0] : undefined;

const MOST_NAMED = 3;
/** The products among which a person must choose, as text: SKU and name of the first three. */
export const namesOf = ({ products }: Resolved): string =>
  [
    ...products.slice(0, MOST_NAMED).map(({ sku, name }) => `${sku} (${shown(name)})`),
    ...(products.length > MOST_NAMED ? ['…'] : []),
  ].join(', ');

/**
 * A code as it is written, and as it is stored. A product whose code has signs that keep zeros is found by them, all
 * others without.
 */
const formsOf = (code: string): string[] => [code, readCode(code), codeIdentity(readCode(code))];

/**
 * Finds products by any of their codes: SKU, other SKUs, ASIN, FNSKU, barcode, or the item number of a supplier. The
 * keys of the result are the codes as given; codes that no product has are omitted. The item numbers of the supplier
 * `supplierId` come before those of other suppliers. Archived products are found too.
 */
export async function resolveCodes(
  w: Work,
  codes: readonly string[],
  supplierId: string | null = null,
): Promise<Map<string, Resolved>> {
  const given = [...new Set(codes.flatMap(formsOf))];
  const bySku = await listSkuHits(w, given);
  const known = new Set(bySku.map((hit) => hit.code));
  const others = await listOtherHits(
    w,
    given.filter((code) => !known.has(code)),
  );
  const hits = [...bySku, ...others];
  const refs = await findProductRefs(
    w,
    hits.map((hit) => hit.productId),
  );
  const found = bestHits(hits, refs, new Set(supplierId === null ? [] : [supplierId]));
  return new Map(
    codes.flatMap((code) => {
      const meant = formsOf(code)
        .map((form) => found.get(form))
        .find((one) => one !== undefined);
      return meant ? [[code, meant] as const] : [];
    }),
  );
}

/** The product that the code of a cell means; the reason if no product has it, or several. */
export function productOf(codes: ReadonlyMap<string, Resolved>, code: string, unknown: Text): ProductRef | Text {
  const resolved = codes.get(code);
  if (!resolved) return unknownCode(code, unknown);
  return theOne(resolved) ?? say('rows.code_several', { products: namesOf(resolved) });
}

/** The same of the code of a line, which is named where the cell is not shown beside the reason. */
export function productOfLine(codes: ReadonlyMap<string, Resolved>, code: string): ProductRef | Text {
  const resolved = codes.get(code);
  if (!resolved) return unknownCode(code, say('lines.code_unknown', { code: shown(code) }));
  return theOne(resolved) ?? say('lines.code_several', { code: shown(code), products: namesOf(resolved) });
}

/** The units per case of products with these codes, by code; without those that have none. */
export async function caseUnitsOf(
  w: Work,
  codes: readonly string[],
  resolved: ReadonlyMap<string, Resolved>,
): Promise<Map<string, number>> {
  const ids = new Map(codes.map((code) => [code, theOne(resolved.get(code))?.id ?? '']));
  const units = await findCaseUnits(
    w,
    [...ids.values()].filter((id) => id !== ''),
  );
  return new Map([...ids].flatMap(([code, id]) => (units.has(id) ? [[code, units.get(id) ?? 0] as const] : [])));
}

/**
 * The products that have these SKUs, by SKU: as their SKU, or else as one of their other SKUs. SKUs that no product
 * has, or that several products have as another SKU, are omitted.
 */
export async function productsBySku(w: Work, skus: readonly string[]): Promise<Map<string, string>> {
  const found = new Map((await listSkuHits(w, skus)).map(({ code, productId }) => [code, productId]));
  const others = await listOtherHits(
    w,
    skus.filter((sku) => !found.has(sku)),
  );
  const aliases = Map.groupBy(
    others.filter(({ by }) => by === 'ALIAS'),
    ({ code }) => code,
  );
  for (const [code, hits] of aliases) {
    const [first, ...more] = new Set(hits.map(({ productId }) => productId));
    if (first !== undefined && more.length === 0) found.set(code, first);
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The products that have each code. If products have a code as different kinds, only those with the best kind are
 * included. The item numbers of `suppliers` come before those of other suppliers.
 */
export function bestHits(
  hits: readonly CodeHit[],
  refs: ReadonlyMap<string, ProductRef>,
  suppliers: ReadonlySet<string> = NONE,
): Map<string, Resolved> {
  const kindOf = ({ by, supplierId }: CodeHit): CodeKind =>
    supplierId !== null && suppliers.has(supplierId) ? 'OWN_SUPPLIER' : by;
  const best = new Map<string, Resolved>();
  for (const [code, all] of Map.groupBy(hits, (hit) => hit.code)) {
    const by = CODE_KINDS.find((kind) => all.some((hit) => kindOf(hit) === kind));
    const ids = new Set(all.flatMap((hit) => (kindOf(hit) === by ? hit.productId : [])));
    const [first, ...more] = [...ids].flatMap((id) => refs.get(id) ?? []).sort((a, b) => (a.sku < b.sku ? -1 : 1));
    if (by && first) best.set(code, { by, products: [first, ...more] });
  }
  return best;
}

/** The answer to a request: what each code means, in the order of the request. */
export async function answerCodes(
  w: Work,
  { codes, supplierId }: BodyOut<typeof resolveProductCodes>,
): Promise<ResponseOf<typeof resolveProductCodes>> {
  const found = await resolveCodes(w, codes, supplierId ?? null);
  return {
    codes: codes.map((code) => {
      const resolved = found.get(code);
      const products = (resolved?.products ?? []).map(({ id, sku, name }) => ({ id, sku, name }));
      return { code, by: resolved?.by ?? null, products };
    }),
  };
}
