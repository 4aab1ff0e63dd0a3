/** A column of a file that is written. */
export interface FileColumn {
  readonly heading: string;
  /** A number stays one; everything else is text. */
  readonly kind: 'text' | 'number';
}
