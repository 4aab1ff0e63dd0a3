/** The words of another language for a file of English ones: the same places, as many of them as there are words for. */
export type Translated<English> = {
  readonly [Key in keyof English]?: English[Key] extends string ? string : Translated<English[Key]>;
};
