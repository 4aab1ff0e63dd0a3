/** A translation of a file of English texts: the same keys, each of them optional. */
export type Translated<English> = {
  readonly [Key in keyof English]?: English[Key] extends string ? string : Translated<English[Key]>;
};
