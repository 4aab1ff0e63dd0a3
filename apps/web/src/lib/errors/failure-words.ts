/**
 * The words for the documented message of a failed write: "An error occured trying to update invoice". The message is
 * used when the server sent none.
 */
export interface FailureWords {
  readonly verb: 'update' | 'create' | 'delete' | 'get' | 'search';
  /** The noun as it is written within a sentence. */
  readonly entity: string;
  /** A documented message that is used instead of the default one (business specification, §8). */
  readonly fixed?: 'createInvoice' | 'uploadDocument' | 'replaceDocument' | 'getPurchaseOrder';
}
