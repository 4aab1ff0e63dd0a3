/** One line of a report without floors. */
export interface Fact {
  readonly title: string;
  readonly value: string;
}
/** One figure with its goal. */
export interface Aimed extends Fact {
  readonly aim: string;
  readonly isMet: boolean;
}
/** An account of ordinary size and a large one, each with its floor. */
export type CatalogueSide = 'small' | 'large' | 'smallFloor' | 'largeFloor';
