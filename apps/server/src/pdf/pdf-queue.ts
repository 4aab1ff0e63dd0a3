/** Who asks for a PDF, and whether the request is still open. */
export interface PdfCaller {
  readonly accountId: string;
  readonly userId: string;
  /** A preview, which never takes the last free place from a PDF that is to be stored. */
  readonly isPreview: boolean;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

interface QueueLimits {
  /** How many PDFs are made at the same time. */
  readonly places: number;
  /** How many PDFs of one account, and of all accounts, may wait. */
  readonly waitingOfAccount: number;
  readonly waiting: number;
}

/** Why a PDF was not made: too many wait, nobody waits for it any more, or making it took too long. */
type NotMade = 'full' | 'gone' | 'too_long';
export class PdfNotMade extends Error {
  readonly reason: NotMade;
  constructor(reason: NotMade) {
    super(`The PDF was not made: ${reason}`);
    this.name = 'PdfNotMade';
    this.reason = reason;
  }
}

interface Waiting {
  readonly caller: PdfCaller;
  /** The turn of its account: each account has one PDF in each turn. */
  readonly turn: number;
  readonly start: () => void;
}

/**
 * Creates a queue that shares the places between accounts and people. Each person has one place at the most. Accounts
 * take turns, and one that has a place already waits for those that have none. A PDF whose caller has gone leaves the
 * queue.
 */
export function createPdfQueue({ places, waitingOfAccount, waiting: most }: QueueLimits) {
  let waiting: readonly Waiting[] = [];
  const running = new Set<PdfCaller>();
  let turnNow = 0;

  const isOf =
    ({ accountId }: PdfCaller) =>
    ({ caller }: Waiting) =>
      caller.accountId === accountId;
  const runningOf = ({ accountId }: PdfCaller): number =>
    [...running].filter((one) => one.accountId === accountId).length;
  const mayStart = ({ caller }: Waiting): boolean =>
    running.size < (caller.isPreview ? places - 1 : places) &&
    ![...running].some(({ userId }) => userId === caller.userId);
  /** Accounts with the fewest places first, then by turn. What waits is in the order of its arrival. */
  const next = (): Waiting | undefined =>
    waiting
      .filter(mayStart)
      .toSorted((a, b) => runningOf(a.caller) - runningOf(b.caller) || a.turn - b.turn)
      .at(0);

  function startNext(): void {
    for (let one = next(); one; one = next()) {
      const started = one;
      waiting = waiting.filter((other) => other !== started);
      turnNow = Math.max(turnNow, started.turn);
      running.add(started.caller);
      started.start();
    }
  }

  /** Resolves when the caller has a place. */
  function takePlace(caller: PdfCaller): Promise<void> {
    if (caller.signal.aborted) throw new PdfNotMade('gone');
    const own = waiting.filter(isOf(caller));
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting = waiting.filter((other) => other !== entry);
        reject(new PdfNotMade('gone'));
      };
      const entry: Waiting = {
        caller,
        turn: Math.max(turnNow, own.at(-1)?.turn ?? 0) + 1,
        start: () => {
          caller.signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      waiting = [...waiting, entry];
      caller.signal.addEventListener('abort', leave, { once: true });
      startNext();
      const isFull = waiting.length > most || waiting.filter(isOf(caller)).length > waitingOfAccount;
      if (!isFull || !waiting.includes(entry)) return;
      waiting = waiting.filter((other) => other !== entry);
      caller.signal.removeEventListener('abort', leave);
      reject(new PdfNotMade('full'));
    });
  }

  return {
    /** Makes a PDF when its turn comes. */
    async run<T>(caller: PdfCaller, make: () => Promise<T>): Promise<T> {
      await takePlace(caller);
      try {
        return await make();
      } finally {
        running.delete(caller);
        startNext();
      }
    },
  };
}
