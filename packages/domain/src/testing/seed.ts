import fc from 'fast-check';
import { inject } from 'vitest';

// A set-up file of each test file: a property that names no seed of its own tries the cases of the run's seed.
fc.configureGlobal({ seed: inject('propertySeed'), endOnFailure: inject('firstFailureEnds') });
