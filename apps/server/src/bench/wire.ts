import { connect, type Socket } from 'node:net';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: string;
  readonly body?: string;
  /** Takes back what the request did, from its answer. It is sent at once, outside of the timing. */
  readonly takenBackBy?: (answer: string) => Request;
}
interface Answer {
  readonly status: number;
  /** The bytes as they arrived: still chunk-encoded if the server sent chunks. */
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');
const EMPTY = Buffer.alloc(0);

/**
 * One keep-alive connection with one request at a time. It does less than any HTTP client would: the cost of a client
 * would be added to the times of server and floor alike and make their ratio look better than it is.
 */
export class Wire {
  readonly #port: number;
  #socket: Socket | undefined;
  #received: Buffer = EMPTY;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  send(request: Request): Promise<Answer> {
    const body = request.body ?? '';
    const length =
      body === '' && request.method === 'GET'
        ? ''
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      if (this.#waiting) throw new Error('One request at a time');
      this.#waiting = { resolve, reject };
      this.#open().write(
        `${request.method} ${request.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${request.headers ?? ''}${length}\r\n${body}`,
      );
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    if (this.#socket) return this.#socket;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (data) => this.#take(data));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection')));
    this.#socket = socket;
    return socket;
  }

  #fail(error: Error): void {
    this.#socket = undefined;
    this.#received = EMPTY;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  #take(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const start = headEnd + HEAD_END.length;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const isWhole = /\r\ntransfer-encoding: *chunked/i.test(head)
      ? this.#received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      : this.#received.length >= start + length;
    if (!isWhole) return;
    const waiting = this.#waiting;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.subarray(start) };
    this.#waiting = undefined;
    this.#received = EMPTY;
    waiting?.resolve(answer);
  }
}
