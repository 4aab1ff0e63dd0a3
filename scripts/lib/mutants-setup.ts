import { beforeEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Tests of other titles are skipped; empty: all run. */
    onlyTitle: string;
  }
}

beforeEach(({ task, skip }) => {
  skip(!task.name.includes(inject('onlyTitle')));
});
