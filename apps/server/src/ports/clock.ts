/** Time comes in through this, so that tests can set it. */
export interface Clock {
  now(): Date;
}
