/** A measured figure without a goal and without a counterpart on the floor (the minimal server). */
export interface Fact {
  readonly title: string;
  readonly value: string;
}
/** A measured figure that has a goal. */
export interface FactWithGoal extends Fact {
  readonly goal: string;
  readonly isMet: boolean;
}
/**
 * The four measurements in each row of the report's table on lists, search and totals: the server and the floor, a
 * minimal server that reads the same rows without a framework or validation. Both are measured in an account with
 * 10,000 products (`small`) and again after it has grown to 1,000,000 (`large`).
 */
export type CatalogueSide = 'small' | 'large' | 'smallFloor' | 'largeFloor';
