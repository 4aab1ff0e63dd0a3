import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Multiplies the number of random cases; set by PROPERTY_FACTOR, see vitest.config.ts. */
    propertyFactor: number;
    /** The seed of all random cases; set by PROPERTY_SEED, see vitest.config.ts. */
    propertySeed: number;
    /** Whether the first failing case is reported as it is, because smaller ones would take minutes to find. */
    firstFailureEnds: boolean;
  }
}

/**
 * How many random cases to try: `usual` in `npm test`, fewer there on the second PostgreSQL, and several times as many
 * in `npm run test:all`.
 */
export const runs = (usual: number): number => Math.ceil(usual * inject('propertyFactor'));
