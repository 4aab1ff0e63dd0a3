import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A request as its bytes: no client library would send most of them. */
export interface WireRequest {
  readonly head: string;
  readonly body: Buffer;
  /**
   * How the sending ends: the request is complete (`whole`), the connection is closed afterwards (`ended`), or it is
   * reset (`broken`).
   */
  readonly end: 'whole' | 'ended' | 'broken';
  /** Whether the head announces exactly this body. Otherwise the server may read the rest as another request. */
  readonly isExact: boolean;
  /** The answer to HEAD has no body, whatever its headers say. */
  readonly isHead: boolean;
}
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}
/** The outcome of a request: an answer, the end of the connection, or nothing within the limit. */
export type Outcome = WireAnswer | 'closed' | 'silence';

const HEAD_END = '\r\n\r\n';

/** Sends requests one after the other, on the same connection as long as the server keeps it. */
export class RawClient {
  readonly #port: number;
  readonly #limitMs: number;
  #socket: Socket | undefined;

  constructor(port: number, limitMs: number) {
    this.#port = port;
    this.#limitMs = limitMs;
  }

  async send(request: WireRequest): Promise<Outcome> {
    const kept = this.#socket;
    const outcome = await this.#exchange(kept ?? this.#open(), request);
    // The server may close an idle connection just when it is used again. The request is then repeated on a new
    // connection.
    return outcome === 'closed' && kept ? this.#exchange(this.#open(), request) : outcome;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    socket.on('error', () => undefined);
    return socket;
  }

  #exchange(socket: Socket, request: WireRequest): Promise<Outcome> {
    this.#socket = undefined;
    return new Promise((resolve) => {
      let received = Buffer.alloc(0);
      const finish = (outcome: Outcome) => {
        clearTimeout(limit);
        socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('end');
        const isKept = typeof outcome === 'object' && request.isExact && outcome.headers.get('connection') !== 'close';
        if (isKept && !socket.destroyed && !socket.readableEnded) {
          this.#socket = socket;
          socket.once('close', () => this.#forget(socket)).once('end', () => this.#forget(socket));
        } else socket.destroy();
        resolve(outcome);
      };
      const read = (isClosed: boolean) => {
        const answer = parseAnswer(received, request.isHead, isClosed);
        if (answer) finish(answer);
        else if (isClosed) finish('closed');
      };
      const limit = setTimeout(() => finish('silence'), this.#limitMs);
      socket.on('data', (data: Buffer) => {
        received = Buffer.concat([received, data]);
        read(false);
      });
      socket.on('end', () => read(true)).on('close', () => read(true));
      socket.write(request.head, 'latin1');
      if (request.body.length > 0) socket.write(request.body);
      if (request.end === 'ended') socket.end();
      if (request.end === 'broken') setTimeout(() => socket.resetAndDestroy(), 20);
    });
  }

  #forget(socket: Socket): void {
    socket.destroy();
    if (this.#socket === socket) this.#socket = undefined;
  }
}

/** Parses an answer as soon as it is complete. For an event stream, the first event is enough. */
function parseAnswer(received: Buffer, isHead: boolean, isClosed: boolean): WireAnswer | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(first.slice(9, 12));
  const rest = received.subarray(headEnd + HEAD_END.length);
  if (status >= 100 && status < 200 && status !== 101) return parseAnswer(rest, isHead, isClosed);
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  if (isHead || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) };
  if (headers.get('content-type')?.startsWith('text/event-stream'))
    return rest.includes('\n\n') || isClosed
      ? { status, headers: new Map([...headers, ['connection', 'close']]), body: Buffer.alloc(0) }
      : undefined;
  const length = headers.get('content-length');
  const body = headers.has('transfer-encoding')
    ? joinChunks(rest)
    : length === undefined
      ? isClosed
        ? rest
        : undefined
      : rest.length >= Number(length)
        ? rest.subarray(0, Number(length))
        : undefined;
  return body && { status, headers, body: decoded(body, headers.get('content-encoding')) };
}

/** Joins the chunks of a body; undefined as long as the last one is missing. */
function joinChunks(received: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = received.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(received.toString('latin1', at, lineEnd), 16);
    if (received.length < lineEnd + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'gzip') return gunzipSync(body);
  if (encoding === 'deflate') return inflateSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}
