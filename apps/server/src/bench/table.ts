import type { Figure, Result } from './rounds.ts';

/** One line of the report without floors. */
export interface Fact {
  readonly title: string;
  readonly value: string;
}

/** Goals that hold now: at most this many times the tenant floor. */
export const GOALS: Readonly<Record<string, number>> = { 'page of 50, by name': 3, 'one product': 3, 'one invoice of 100 lines': 3 };

const ms = (value: number | undefined) => (value === undefined ? '-' : value < 10 ? value.toFixed(2) : value.toFixed(1));
const times = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? '-' : `${(a / b).toFixed(2)} x`);

/** How far the product is from the tenant floor. */
export const ratioOf = ({ figures }: Result): number => (figures.product?.p50 ?? Number.NaN) / (figures.tenant?.p50 ?? Number.NaN);
export const goalOf = (result: Result): number | undefined => (result.concurrency === 1 ? GOALS[result.title] : undefined);

/** The table that is printed and copied into docs/performance.md. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { title, concurrency, figures: f } = result;
    const goal = goalOf(result);
    const verdict = goal === undefined ? '' : ratioOf(result) <= goal ? `<= ${goal} x: yes` : `<= ${goal} x: NO`;
    const [ratio, bare] = [times(f.product?.p50, f.tenant?.p50), times(f.product?.p50, f.bare?.p50)];
    return [
      ...[title, String(concurrency), ms(f.product?.p50), ms(f.product?.p95), ms(f.tenant?.p50), ms(f.bare?.p50), ratio, bare],
      ...[cpuText(f.product), cpuText(f.tenant), times(cpuSum(f.product), cpuSum(f.tenant))],
      ...[f.product ? f.product.perSecond.toFixed(0) : '-', f.product ? (f.product.bytes / 1024).toFixed(1) : '-', verdict],
    ];
  });
  const figures = ['product p50 ms', 'p95', 'tenant floor', 'bare floor', 'to tenant', 'to bare', 'CPU ms', 'CPU tenant floor', 'CPU to tenant', 'per s', 'KB'];
  return markdown(['what', 'c', ...figures, 'goal now'], rows);
}

const cpuSum = (f: Figure | undefined): number | undefined =>
  f?.serverCpu === undefined || f.databaseCpu === undefined ? undefined : f.serverCpu + f.databaseCpu;
/** Server and database. */
const cpuText = (f: Figure | undefined): string => (cpuSum(f) === undefined ? '-' : `${ms(f?.serverCpu)} + ${ms(f?.databaseCpu)}`);

export const factsOf = (facts: readonly Fact[]): string =>
  markdown(
    ['what', 'figure'],
    facts.map((f) => [f.title, f.value]),
  );

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((h, i) => Math.max(h.length, 3, ...rows.map((r) => r[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((c, i) => (i === 0 ? c.padEnd(widths[i] ?? 0) : c.padStart(widths[i] ?? 0))).join(' | ')} |`;
  return [line(head), `|${widths.map((w, i) => (i === 0 ? '-'.repeat(w + 2) : `${'-'.repeat(w + 1)}:`)).join('|')}|`, ...rows.map(line)].join('\n');
}
