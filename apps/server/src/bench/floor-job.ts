/** Runs a prepared statement. The name identifies the statement on its connection. */
export type Run = (name: string, text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;
export interface Context {
  readonly accountId: string;
  readonly userId: string;
  readonly args: URLSearchParams;
}
/** The work of one call in hand-written SQL. It reads or writes the same rows and columns as the server does. */
export interface FloorJob {
  /** Set on a job that writes. Such a job runs in a transaction even on the bare floor, which otherwise uses none. */
  readonly writes?: true;
  run(run: Run, context: Context): Promise<unknown>;
}
