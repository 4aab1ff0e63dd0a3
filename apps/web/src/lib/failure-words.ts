/** The message of a failed write: the server's own, else "An error occured trying to update invoice". */
export interface FailureWords {
  readonly verb: 'update' | 'create' | 'delete' | 'get' | 'search';
  /** The noun as it reads within a sentence. */
  readonly entity: string;
  /** A documented message that replaces the default (business §8). */
  readonly fixed?: 'createInvoice' | 'uploadDocument' | 'replaceDocument';
}
