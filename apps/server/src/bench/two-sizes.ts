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
    const fs = await import('node:fs');
    console.log('READY', options.database.superuserUrl, JSON.stringify({ ...filled, seller: undefined }));
    for (;;) {
      while (!fs.existsSync('/tmp/bench-cmd')) await new Promise((r) => setTimeout(r, 500));
      const [cmd = '', extra] = fs.readFileSync('/tmp/bench-cmd', 'utf8').trim().split('|');
      const mode = extra === undefined ? options : { ...options, env: { ...options.env, NODE_OPTIONS: extra } };
      fs.rmSync('/tmp/bench-cmd');
      if (cmd === 'stop') break;
      try {
        await servers[0]?.stop();
        await servers[1]?.stop();
        servers[0] = await startProductOn(options, names.small);
        servers[1] = await startProductOn(mode, names.large);
        for (const name of Object.values(names)) await withSuperuser(options, name, renewTokens);
        parties.small = party(servers[0]);
        parties.large = party(servers[1]);
        for (const work of worksOf(filled).filter((one) => new RegExp(cmd).test(one.title))) {
          const result = await measure(work, parties);
          console.log(work.title, JSON.stringify(result.figures));
        }
      } catch (e) {
        console.log(e);
      }
      console.log('DONE', cmd, new Date().toISOString());
    }
    return results;
  } finally {
    for (const server of servers) await server.stop();
    await dropDatabases(options, Object.values(names));
  }
}
