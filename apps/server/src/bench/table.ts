import type { FactWithGoal, CatalogueSide, Fact } from './facts.ts';
import type { Figure, Result, Size } from './rounds.ts';

/** Current goals by title: the server may take at most this many times as long as the tenant floor. */
const GOALS: Readonly<Record<string, number>> = {
  'page of 50, by name': 3,
  'one product': 2,
  'one invoice of 100 lines': 1.7,
  'explanation of 500 entries': 1.8,
  'quantity of a line under freight over 200 orders': 2,
};

const ms = (value: number | undefined) =>
  value === undefined ? '-' : value < 10 ? value.toFixed(2) : value.toFixed(1);
const times = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? '-' : `${(a / b).toFixed(2)} x`;

/** Computes the server's time as a multiple of the tenant floor's time. */
export const ratioOf = ({ figures }: Result): number =>
  (figures.product?.p50 ?? Number.NaN) / (figures.tenant?.p50 ?? Number.NaN);
export const goalOf = (result: Result): number | undefined =>
  result.concurrency === 1 ? GOALS[result.title] : undefined;

/** Formats the table that is printed and copied into docs/performance.md. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { title, concurrency, figures: f } = result;
    const goal = goalOf(result);
    const verdict = goal === undefined ? '' : ratioOf(result) <= goal ? `<= ${goal} x: yes` : `<= ${goal} x: NO`;
    const [ratio, bare] = [times(f.product?.p50, f.tenant?.p50), times(f.product?.p50, f.bare?.p50)];
    return [
      ...[
        title,
        String(concurrency),
        ms(f.product?.p50),
        ms(f.product?.p95),
        ms(f.tenant?.p50),
        ms(f.bare?.p50),
        ratio,
        bare,
      ],
      ...[cpuText(f.product), cpuText(f.tenant), times(cpuSum(f.product), cpuSum(f.tenant))],
      ...[
        f.product ? f.product.perSecond.toFixed(0) : '-',
        f.product ? (f.product.bytes / 1024).toFixed(1) : '-',
        verdict,
      ],
    ];
  });
  const figures = [
    'product p50 ms',
    'p95',
    'tenant floor',
    'bare floor',
    'to tenant',
    'to bare',
    'CPU ms',
    'CPU tenant floor',
    'CPU to tenant',
    'per s',
    'KB',
  ];
  return markdown(['what', 'c', ...figures, 'goal now'], rows);
}

/** Goals by title: with a million entries, a call may take at most this many times as long as with ten thousand. */
const GROWTH_GOALS: Readonly<Record<string, number>> = { 'change of a line under freight over 200 orders': 1.5 };

/** Computes the time in the large account as a multiple of the time in the small one. */
const growthOf = ({ figures }: Result<Size>): number =>
  (figures.large?.p50 ?? Number.NaN) / (figures.small?.p50 ?? Number.NaN);
export const isGrowthMet = (result: Result<Size>): boolean =>
  growthOf(result) <= (GROWTH_GOALS[result.title] ?? Number.POSITIVE_INFINITY);

/** Formats the table that compares a small account with a large one. */
export function growthTable(results: readonly Result<Size>[]): string {
  const rows = results.map((result) => {
    const { small, large } = result.figures;
    const goal = GROWTH_GOALS[result.title];
    const verdict = goal === undefined ? '' : isGrowthMet(result) ? `<= ${goal} x: yes` : `<= ${goal} x: NO`;
    return [
      ...[
        result.title,
        ms(small?.p50),
        ms(large?.p50),
        times(large?.p50, small?.p50),
        cpuText(small),
        cpuText(large),
        times(cpuSum(large), cpuSum(small)),
      ],
      ...[large ? (large.bytes / 1024).toFixed(1) : '-', verdict],
    ];
  });
  return markdown(
    [
      'what',
      '10,000 entries p50 ms',
      '1,000,000',
      'growth',
      'CPU ms at 10,000',
      'at 1,000,000',
      'growth',
      'KB',
      'goal now',
    ],
    rows,
  );
}

/**
 * Goals for an account with a million products: at most this multiple of the tenant floor's time, this multiple of the
 * time with ten thousand products, and this 99th percentile in ms.
 */
const CATALOGUE_GOALS: readonly {
  readonly titles: string;
  readonly toFloor?: number;
  readonly growth?: number;
  readonly p99?: number;
}[] = [
  { titles: 'page of 50', toFloor: 1.5, growth: 1.3 },
  { titles: 'search: ', p99: 100 },
  { titles: 'exact totals', p99: 300 },
  { titles: 'buckets', toFloor: 2, growth: 1.3 },
  { titles: 'calendar', toFloor: 2, growth: 1.3 },
  { titles: 'what is owed', toFloor: 2, growth: 1.3 },
  { titles: 'pay an instalment', toFloor: 2, growth: 1.3 },
  { titles: 'departure moved', toFloor: 2, growth: 1.3 },
  { titles: 'plan of', toFloor: 2, growth: 1.3 },
  { titles: 'beside reading them', toFloor: 3 },
  { titles: 'stock value now', toFloor: 2, growth: 1.3 },
  { titles: 'stock value on a past day', toFloor: 3 },
  { titles: 'one sale', toFloor: 2, growth: 1.3 },
  { titles: 'receipt of a plan', toFloor: 2, growth: 1.3 },
];

/** Lists the goals of a measurement, each with the measured figure, which is NaN if a side was not measured. */
function catalogueGoals({ title, figures: f }: Result<CatalogueSide>): { text: string; isMet: boolean }[] {
  const goal = CATALOGUE_GOALS.find(({ titles }) => title.startsWith(titles));
  const over = (a: Figure | undefined, b: Figure | undefined) => (a?.p50 ?? Number.NaN) / (b?.p50 ?? Number.NaN);
  const check = (what: string, value: number, most: number | undefined) =>
    most === undefined ? [] : [{ text: `${what} <= ${most}: ${value <= most ? 'yes' : 'NO'}`, isMet: value <= most }];
  return [
    ...check('floor', over(f.large, f.largeFloor), goal?.toFloor),
    ...check('growth', over(f.large, f.small), goal?.growth),
    ...check('p99', f.large?.p99 ?? Number.NaN, goal?.p99),
  ];
}
export const isCatalogueMet = (result: Result<CatalogueSide>): boolean =>
  catalogueGoals(result).every(({ isMet }) => isMet);

/** Formats the table for lists in a small and in a large account. */
export function catalogueTable(results: readonly Result<CatalogueSide>[]): string {
  const rows = results.map((result) => {
    const { small, large, smallFloor, largeFloor } = result.figures;
    return [
      ...[
        result.title,
        ms(small?.p50),
        ms(large?.p50),
        ms(large?.p99),
        times(large?.p50, small?.p50),
        ms(smallFloor?.p50),
        ms(largeFloor?.p50),
        times(large?.p50, largeFloor?.p50),
      ],
      ...[
        cpuText(small),
        cpuText(large),
        catalogueGoals(result)
          .map(({ text }) => text)
          .join('; '),
      ],
    ];
  });
  return markdown(
    [
      'what',
      '10,000 p50 ms',
      '1,000,000',
      'p99',
      'growth',
      'floor at 10,000',
      'floor at 1,000,000',
      'to floor',
      'CPU ms at 10,000',
      'at 1,000,000',
      'goals',
    ],
    rows,
  );
}

const cpuSum = (f: Figure | undefined): number | undefined =>
  f?.serverCpu === undefined || f.databaseCpu === undefined ? undefined : f.serverCpu + f.databaseCpu;
/** Formats the processor time of server and database. */
const cpuText = (f: Figure | undefined): string =>
  cpuSum(f) === undefined ? '-' : `${ms(f?.serverCpu)} + ${ms(f?.databaseCpu)}`;

export const factsOf = (facts: readonly Fact[]): string =>
  markdown(
    ['what', 'figure'],
    facts.map((f) => [f.title, f.value]),
  );

/** Formats the numbers of rows, by table and in total. */
export const countsText = (counts: Readonly<Record<string, number>>): string => {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return `${all}: ${Object.entries(counts)
    .map(([table, n]) => `${table} ${n}`)
    .join(', ')}`;
};

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((h, i) => Math.max(h.length, 3, ...rows.map((r) => r[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((c, i) => (i === 0 ? c.padEnd(widths[i] ?? 0) : c.padStart(widths[i] ?? 0))).join(' | ')} |`;
  return [
    line(head),
    `|${widths.map((w, i) => (i === 0 ? '-'.repeat(w + 2) : `${'-'.repeat(w + 1)}:`)).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** Formats the table of figures that have goals. */
export const goalTable = (facts: readonly FactWithGoal[]): string =>
  markdown(
    ['what', 'figure', 'goal', 'reached'],
    facts.map(({ title, value, goal, isMet }) => [title, value, goal, isMet ? 'yes' : '**no**']),
  );
