/** A column of an exported file. */
export interface FileColumn {
  readonly heading: string;
  /** How the values are written: as numbers, or as strings. */
  readonly kind: 'text' | 'number';
}
