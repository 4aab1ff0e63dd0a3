/** The type of a translation: the keys of the English strings, each of them optional. */
export type Translated<English> = {
  readonly [Key in keyof English]?: English[Key] extends string ? string : Translated<English[Key]>;
};
