import { beforeEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A part of the titles of the tests to run; empty for all tests. */
    onlyTitle: string;
  }
}

beforeEach(({ task, skip }) => {
  skip(!task.name.includes(inject('onlyTitle')));
});
