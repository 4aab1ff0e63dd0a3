/** Runs a prepared statement; the name identifies it on the connection. */
export type Run = (name: string, text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;
export interface Context {
  readonly accountId: string;
  readonly userId: string;
  readonly args: URLSearchParams;
}
/** The work of one call of the product in hand-written SQL: the same rows and columns. */
export interface FloorJob {
  /** Needs a transaction, with or without an account. */
  readonly writes?: true;
  run(run: Run, context: Context): Promise<unknown>;
}
