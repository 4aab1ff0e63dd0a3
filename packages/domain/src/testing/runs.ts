import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Multiplies the number of random cases; set by PROPERTY_FACTOR, see vitest.config.ts. */
    propertyFactor: number;
  }
}

/** How many random cases to try: `usual` in `npm test`, several times as many in `test:all`. */
export const runs = (usual: number): number => usual * inject('propertyFactor');
