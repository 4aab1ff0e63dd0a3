import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { type BesideFloors, measureBesideFloors } from './beside-floors.ts';
import type { Parts } from './parts.ts';
import { type Grown, measureGrowth } from './growth.ts';
import { type CatalogueResults, measureCatalogue } from './products.ts';
import { measurePayables } from './payables.ts';
import { measurePaidRate } from './paid-rate.ts';
import { measurePackedFreight } from './packed-freight.ts';
import { measurePdf } from './pdf.ts';
import { measureShipments } from './shipments.ts';
import { measureSoldFreight } from './sold-freight.ts';
import { measureOrderImport } from './order-import.ts';
import { measureStarts } from './starts.ts';
import { measureStock } from './stock.ts';
import type { CpuClock, Result } from './rounds.ts';
import { childrenOf, cpuOf, isPinned, type Server } from './servers.ts';
import type { CatalogueSide, FactWithGoal } from './facts.ts';
import { measureShell, type OpenApp } from './shell.ts';
import {
  goalTable,
  catalogueTable,
  factsOf,
  goalOf,
  growthTable,
  isCatalogueMet,
  isGrowthMet,
  ratioOf,
  tableOf,
} from './table.ts';

interface Options {
  /** A temporary folder; the caller removes it. */
  readonly dataDir: string;
  /** The file to write the results to. */
  readonly resultFile: string;
  readonly say: (line: string) => void;
  /**
   * What to measure. `all`: everything. `start`, `growth`, `products`, `payables`, `shipments`, `stock`, `pdf`,
   * `shell`: only that part.
   * Any other string: the comparisons with the floors (minimal servers) whose titles contain it. Undefined: all of
   * these comparisons, and `start`.
   */
  readonly what?: string | undefined;
  /** Whether accounts are a tenth as large, to try a part out. Only stock has a quick run. */
  readonly isQuick: boolean;
  /** Opens the web app in a browser. If it is undefined, the time until the first screen is not measured. */
  readonly openApp?: OpenApp | undefined;
  /** When aborted, the bench stops before its next measurement and ends the processes that it started. */
  readonly signal: AbortSignal;
}

/** The parts that are run alone when `what` names them. */
const PARTS: readonly string[] = ['start', 'growth', 'products', 'payables', 'shipments', 'stock', 'pdf', 'shell'];

/** Fills databases, measures the server and prints tables of the results. Returns whether every goal was met. */
export async function runBench({
  dataDir,
  resultFile,
  say,
  what,
  isQuick,
  openApp,
  signal,
}: Options): Promise<boolean> {
  const began = performance.now();
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const env = {
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      API_LIMIT_PER_MINUTE: '100000000',
      MAIL_LIMIT_PER_HOUR: '1000000',
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    };
    const cpu = (server: Server) => () => cpuNow(server, database.pid() ?? 0);
    const parts: Parts = { database, dataDir, env, cpu, isQuick, say, signal };
    // Each part of the bench creates databases of its own. A folder of files belongs to one database, so each part also
    // has its own folder.
    const besides = (name: string): Parts => ({
      ...parts,
      dataDir: join(dataDir, name),
      env: { ...env, DATA_DIR: join(dataDir, name) },
    });
    const floors =
      what !== undefined && PARTS.includes(what)
        ? undefined
        : await measureBesideFloors(parts, what === 'all' ? undefined : what);
    const isStartMeasured = what === undefined || what === 'start' || what === 'all';
    const starts = isStartMeasured ? await measureStarts(besides('starts')) : undefined;
    const growth = what === 'growth' || what === 'all' ? await measureGrowth(besides('growth')) : undefined;
    const products = what === 'products' || what === 'all' ? await measureCatalogue(besides('products')) : undefined;
    const payables = what === 'payables' || what === 'all' ? await measurePayables(besides('payables')) : undefined;
    const paidRate = what === 'payables' || what === 'all' ? await measurePaidRate(besides('paid-rate')) : undefined;
    const shipments = what === 'shipments' || what === 'all' ? await measureShipments(besides('shipments')) : undefined;
    const freight = what === 'shipments' || what === 'all' ? await measurePackedFreight(besides('freight')) : undefined;
    const stock = what === 'stock' || what === 'all' ? await measureStock(besides('stock')) : undefined;
    const sold = what === 'stock' || what === 'all' ? await measureSoldFreight(besides('sold-freight')) : undefined;
    const orders = what === 'stock' || what === 'all' ? await measureOrderImport(besides('order-import')) : undefined;
    const pdf = what === 'pdf' || what === 'all' ? await measurePdf(besides('pdf')) : undefined;
    const shell = what === 'shell' || what === 'all' ? await measureShell(besides('shell'), openApp) : undefined;
    const seconds = (performance.now() - began) / 1_000;
    report(
      {
        floors,
        starts,
        growth,
        products,
        payables,
        paidRate,
        shipments,
        freight,
        stock,
        sold,
        orders,
        pdf,
        shell,
        seconds,
      },
      resultFile,
      say,
    );
    const isNear = floors?.results.every((r) => goalOf(r) === undefined || ratioOf(r) <= (goalOf(r) ?? 0)) ?? true;
    const isFlat = [...(products?.results ?? []), ...(payables ?? []), ...(shipments ?? []), ...(stock ?? [])].every(
      isCatalogueMet,
    );
    return (
      isNear &&
      isFlat &&
      [
        ...(floors?.memory ?? []),
        ...(starts ?? []),
        ...(paidRate ?? []),
        ...(freight ?? []),
        ...(sold ?? []),
        ...(orders ?? []),
        ...(pdf ?? []),
        ...(shell ?? []),
      ].every((fact) => fact.isMet) &&
      (growth === undefined || (growth.isSameWrite && growth.results.every(isGrowthMet)))
    );
  } finally {
    await database.stop();
  }
}

function cpuNow(server: Server, databasePid: number): ReturnType<CpuClock> {
  try {
    return { server: cpuOf([server.pid]), database: cpuOf(childrenOf(databasePid)) };
  } catch {
    return undefined;
  }
}

interface Measured {
  readonly floors: BesideFloors | undefined;
  readonly starts: readonly FactWithGoal[] | undefined;
  readonly growth: Grown | undefined;
  readonly products: CatalogueResults | undefined;
  readonly payables: readonly Result<CatalogueSide>[] | undefined;
  readonly paidRate: readonly FactWithGoal[] | undefined;
  readonly freight: readonly FactWithGoal[] | undefined;
  readonly shipments: readonly Result<CatalogueSide>[] | undefined;
  readonly stock: readonly Result<CatalogueSide>[] | undefined;
  readonly sold: readonly FactWithGoal[] | undefined;
  readonly orders: readonly FactWithGoal[] | undefined;
  readonly pdf: readonly FactWithGoal[] | undefined;
  readonly shell: readonly FactWithGoal[] | undefined;
  readonly seconds: number;
}

function report(measured: Measured, resultFile: string, say: (line: string) => void): void {
  const cpu = cpus();
  const machine =
    `${cpu.length} x ${cpu[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `Node ${process.version}, ${process.platform}; ` +
    (isPinned() ? 'servers on core 0, driver on core 1' : 'not pinned');
  writeFileSync(
    resultFile,
    `${JSON.stringify({ at: new Date().toISOString(), machine, ...measured }, undefined, 2)}\n`,
  );
  const {
    floors,
    starts,
    growth,
    products,
    payables,
    paidRate,
    shipments,
    freight,
    stock,
    sold,
    orders,
    pdf,
    shell,
    seconds,
  } = measured;
  const tables = [
    ...(floors ? [tableOf(floors.results), factsOf(floors.facts)] : []),
    ...(starts ? [goalTable([...(floors?.memory ?? []), ...starts])] : []),
    ...(growth ? [growthTable(growth.results), factsOf(growth.facts)] : []),
    ...(products ? [catalogueTable(products.results), factsOf(products.facts)] : []),
    ...(payables ? [catalogueTable(payables)] : []),
    ...(paidRate ? [goalTable(paidRate)] : []),
    ...(freight ? [goalTable(freight)] : []),
    ...(shipments ? [catalogueTable(shipments)] : []),
    ...(stock ? [catalogueTable(stock)] : []),
    ...(sold ? [goalTable([...sold, ...(orders ?? [])])] : []),
    ...(pdf ? [goalTable(pdf)] : []),
    ...(shell ? [goalTable(shell)] : []),
  ];
  say(`\n${machine}\n\n${tables.join('\n\n')}\n\nTook ${seconds.toFixed(0)} s. All figures: ${resultFile}`);
}
