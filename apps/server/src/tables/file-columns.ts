/** A column of an exported file. */
export interface FileColumn {
  readonly heading: string;
  /** Numbers are written as numbers; everything else is text. */
  readonly kind: 'text' | 'number';
}
