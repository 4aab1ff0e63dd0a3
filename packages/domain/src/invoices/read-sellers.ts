import type { ReadValue } from './document-text.ts';
import { overlapOf, type PageCell } from './page-lines.ts';
import type { Labelled } from './reading-labels.ts';

const LATIN_FORMS =
  String.raw`co\.?,?\s*,?\s*ltd|co\.?|ltd|limited|llc|llp|inc|incorporated|corp|corporation|company|` +
  String.raw`gmbh(?:\s*&\s*co\.?\s*kg)?|mbh|kg|ohg|ag|e\.?k|ug|s\.?a\.?r?\.?l|s\.?a\.?s|s\.?r\.?l|s\.?p\.?a|` +
  String.raw`b\.?v|n\.?v|pty\.?\s*ltd|pte\.?\s*ltd|pty|plc|oy|aps`;
const COMPANY = new RegExp(
  String.raw`^(?:.*?[:：]\s*)?((?:[\p{Lu}\p{N}][\p{L}\p{N}&.'’+/()-]*,?\s+){1,7}(?:${LATIN_FORMS})\.?)(?![\p{L}\p{N}])`,
  'iu',
);
const CHINESE_COMPANY = /([\p{Script=Han}()（）]{2,30}(?:股份有限公司|有限责任公司|有限公司|集团公司|公司|工厂|厂))/u;
const MOST = 3;
/** How many lines below its label an address of the buyer can have. */
const ADDRESS_LINES = 6;
const MIN_LETTERS = 4;

const keyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The names of companies that may have written the document: those behind a label such as "Seller", then those with a
 * legal form, then the first line. The buyer and the account's own company are left out.
 */
export function readSellers(head: readonly Labelled[], ownNames: readonly string[]): ReadValue[] {
  const own = ownNames.map(keyOf).filter((key) => key.length >= MIN_LETTERS);
  const buyers = buyerCells(head);
  const isOther = (name: string) => {
    const key = keyOf(name);
    return key !== '' && !own.some((one) => key.includes(one) || one.includes(key));
  };
  const first = head.filter(({ line }) => line.page === 1);
  const labelled = first.flatMap(({ line, labels }, at) =>
    labels
      .filter(({ kind }) => kind === 'SELLER')
      .flatMap(({ start, end }) => {
        const cell = line.cells.find(({ index, text }) => start >= index && end <= index + text.length);
        const rest = cell && line.text.slice(end, cell.index + cell.text.length);
        if (!cell || rest === undefined || (start > cell.index && !/^\s*[:：]/.test(rest))) return [];
        const beside = /^\s*[:：]?\s*(.*)$/su.exec(rest)?.[1]?.trim() ?? '';
        const next = head[at + 1]?.line;
        const below = next?.page === line.page ? next.cells.find((one) => overlapOf(one, cell) > 0)?.text : undefined;
        return [beside === '' ? (below ?? '') : beside].flatMap((text) => nameIn(text) ?? []);
      }),
  );
  const formed = first.flatMap(({ line }) =>
    line.cells.filter((cell) => !buyers.has(cell)).flatMap(({ text }) => nameIn(text) ?? []),
  );
  const named = [...new Map([...labelled, ...formed].filter(isOther).map((name) => [keyOf(name), name])).values()];
  const names = named.length > 0 ? named : letterhead(first, buyers).filter(isOther);
  return names.slice(0, MOST).map((value) => ({ value, text: value, page: 1 }));
}

/** The name of a company in a cell, up to its legal form. */
function nameIn(text: string): string | undefined {
  if (text.length > 200) return undefined;
  const chinese = CHINESE_COMPANY.exec(text)?.[1];
  return (chinese ?? COMPANY.exec(text)?.[1])?.replace(/\s+/g, ' ').trim();
}

/** The first cell of the document, if it is a name and no label. */
function letterhead(first: readonly Labelled[], buyers: ReadonlySet<PageCell>): string[] {
  const [top] = first.filter(({ line }) => line.cells.length > 0);
  const cell = top?.line.cells[0];
  if (!top || !cell || buyers.has(cell) || cell.text.length > 60) return [];
  const isLabelled = top.labels.some(({ start, end }) => start < cell.index + cell.text.length && end > cell.index);
  const letters = cell.text.replace(/[^\p{L}]/gu, '').length;
  return isLabelled || letters < MIN_LETTERS || /\d/.test(cell.text) ? [] : [cell.text];
}

/** The cells of the buyer's address: beside a label such as "Bill to", and below it. */
function buyerCells(head: readonly Labelled[]): ReadonlySet<PageCell> {
  const cells = new Set<PageCell>();
  head.forEach(({ line, labels }, at) => {
    for (const label of labels) {
      if (label.kind !== 'BUYER') continue;
      const own = line.cells.find(({ index, text }) => label.start >= index && label.end <= index + text.length);
      if (!own) continue;
      cells.add(own);
      const next = line.cells[line.cells.indexOf(own) + 1];
      if (next && own.index + own.text.length - label.end <= 1) cells.add(next);
      for (const below of head.slice(at + 1, at + 1 + ADDRESS_LINES)) {
        const under = below.line.cells.find((one) => overlapOf(one, own) > 0);
        const isFirst = below === head[at + 1];
        if (below.line.page !== line.page || !under || (below.line.isAfterGap && !isFirst)) break;
        cells.add(under);
      }
    }
  });
  return cells;
}
