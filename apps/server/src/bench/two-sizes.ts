import { renewTokens } from './catalogue.queries.ts';
import { dropDatabases, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import type { CatalogueSide } from './facts.ts';
import type { Parts } from './parts.ts';
import type { Seller } from './people.ts';
import { measure, type Party, type Result, type Work } from './rounds.ts';
import { FLOOR, pinDriver, type Server, startServer } from './servers.ts';

const SIZES = ['small', 'large'] as const;
export type Size = (typeof SIZES)[number];

/** Two databases with the same people and ids: an account before and after it grew. */
interface BothSizes<F> {
  /** The name of the database of each size. */
  readonly names: Readonly<Record<Size, string>>;
  readonly fill: (options: Parts) => Promise<F>;
  readonly worksOf: (filled: F) => readonly Work<CatalogueSide>[];
}

/** Fills both databases, measures each work by product and floor at both sizes in turns, and drops the databases. */
export async function measureBothSizes<F extends { readonly seller: Seller; readonly accountId: string }>(
  options: Parts,
  { names, fill, worksOf }: BothSizes<F>,
): Promise<readonly Result<CatalogueSide>[]> {
  const servers: Server[] = [];
  const start = async (server: Promise<Server>) => {
    servers.push(await server);
    return servers.at(-1) as Server;
  };
  try {
    const filled = await fill(options);
    for (const name of Object.values(names)) await withSuperuser(options, name, renewTokens);
    const party = (server: Server): Party => ({ port: server.port, cpu: options.cpu(server) });
    const floorEnv = (size: Size) => ({
      ...options.env,
      TENANT_URL: urlOfDatabase(options.database.url, names[size]),
      BARE_URL: urlOfDatabase(options.database.superuserUrl, names[size]),
      ACCOUNT_ID: filled.accountId,
      USER_ID: filled.seller.userId,
    });
    const parties: Record<CatalogueSide, Party> = {
      small: party(await start(startProductOn(options, names.small))),
      large: party(await start(startProductOn(options, names.large))),
      smallFloor: party(await start(startServer(FLOOR, floorEnv('small')))),
      largeFloor: party(await start(startServer(FLOOR, floorEnv('large')))),
    };
    pinDriver();
    const results: Result<CatalogueSide>[] = [];
    for (const work of worksOf(filled)) {
      options.signal.throwIfAborted();
      const result = await measure(work, parties);
      results.push(result);
      options.say(
        `  ${result.title}: ${SIZES.map((size) => result.figures[size]?.p50.toFixed(2)).join(' and ')} ms, floor ` +
          `${result.figures.largeFloor?.p50.toFixed(2)} ms`,
      );
    }
    return results;
  } finally {
    for (const server of servers) await server.stop();
    await dropDatabases(options, Object.values(names));
  }
}
