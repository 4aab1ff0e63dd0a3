import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a database, which fails like a network. */
export interface DatabaseProxy {
  /** The connection string that leads through the proxy. */
  readonly url: string;
  /**
   * What happens from the next commit on, which itself still reaches the database. `swallow`: the proxy forwards
   * nothing more, also on new connections. `cut`: the proxy ends the connection.
   */
  failAtCommit(how: 'swallow' | 'cut'): void;
  heal(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: 'swallow' | 'cut' | undefined;
  let isSwallowing = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    const end = () => [client, database].forEach((socket) => socket.destroy());
    client.on('close', end);
    database.on('close', end);
    client.on('data', (bytes) => {
      if (isSwallowing) return;
      database.write(bytes);
      if (armed === undefined || !bytes.includes('commit')) return;
      if (armed === 'swallow') isSwallowing = true;
      else {
        // When the database answers, it has received the commit. The connection then ends without forwarding the
        // answer.
        database.removeAllListeners('data');
        database.once('data', end);
      }
      armed = undefined;
    });
    database.on('data', (bytes) => {
      if (!isSwallowing && !client.destroyed) client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  // The host of a Unix socket, which would lead around the proxy.
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    failAtCommit(how) {
      armed = how;
    },
    heal() {
      armed = undefined;
      isSwallowing = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
