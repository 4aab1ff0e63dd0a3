import { connect, type Socket } from 'node:net';
import { createNotification, subscribe } from '@quayside/contracts/notifications/notifications';
import { urlOf } from '../http/local-client.ts';
import type { Member } from './crowd.queries.ts';
import type { Server } from './servers.ts';
import { Wire } from './wire.ts';

const EVENTS = 10;

/** A live stream on a bare socket. It resolves a promise when a given string has arrived. */
class Stream {
  readonly #socket: Socket;
  #text = '';
  #waiting: { needle: string; resolve: () => void } | undefined;

  constructor(port: number, { userId, token }: Member) {
    this.#socket = connect({ port, host: '127.0.0.1' });
    this.#socket.write(
      `GET ${urlOf(subscribe, { userId })} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      this.#text += text;
      if (this.#waiting && this.#text.includes(this.#waiting.needle)) {
        this.#waiting.resolve();
        this.#text = '';
        this.#waiting = undefined;
      }
    });
    this.#socket.on('error', () => undefined);
  }

  until(needle: string): Promise<void> {
    if (this.#text.includes(needle)) return Promise.resolve();
    return new Promise((resolve) => (this.#waiting = { needle, resolve }));
  }

  forget(): void {
    this.#text = '';
  }

  close(): void {
    this.#socket.destroy();
  }
}

interface StreamFigures {
  readonly streams: number;
  /**
   * Milliseconds from the request that raises a notification until the last stream has received it: the median, and in
   * `slowest` the maximum.
   */
  readonly p50: number;
  readonly slowest: number;
  readonly kbPerStream: number | undefined;
}

/** Opens twenty streams for each member (the limit per person) and raises notifications that reach all of them. */
export async function measureStreams(
  server: Server,
  members: readonly Member[],
  perMember: number,
  quantile: (samples: number[], q: number) => number,
): Promise<StreamFigures> {
  const before = server.memory()?.now;
  const streams: Stream[] = [];
  const wire = new Wire(server.port);
  try {
    for (const member of members) {
      const opened = Array.from({ length: perMember }, () => new Stream(server.port, member));
      streams.push(...opened);
      await Promise.all(opened.map((stream) => stream.until('event: ready')));
    }
    const after = server.memory()?.now;
    const samples: number[] = [];
    const [first] = members;
    for (let i = 0; first && i < EVENTS; i += 1) {
      for (const stream of streams) stream.forget();
      const body = JSON.stringify({ notificationType: 'INFO', summary: `Event ${i}`, message: 'To all' });
      const began = performance.now();
      const all = Promise.all(streams.map((stream) => stream.until('event: INFO')));
      const answer = await wire.send({
        method: 'POST',
        path: urlOf(createNotification, { userId: first.userId }),
        headers: `authorization: Bearer ${first.token}\r\n`,
        body,
      });
      if (answer.status !== 201) throw new Error(`A notification answered ${answer.status}`);
      await all;
      samples.push(performance.now() - began);
    }
    return {
      streams: streams.length,
      p50: quantile(samples, 0.5),
      slowest: Math.max(...samples),
      kbPerStream: before === undefined || after === undefined ? undefined : ((after - before) * 1024) / streams.length,
    };
  } finally {
    for (const stream of streams) stream.close();
    wire.close();
  }
}
