import { expect, it } from 'vitest';
import { countUnsaved, holdsInput } from './unsaved.ts';

it('countUnsaved saves what it can and counts the rest, only for mounted holders', async () => {
  expect(await countUnsaved()).toBe(0);
  const gone = holdsInput(() => 2);
  let open = 1;
  const editor = holdsInput(async () => {
    await Promise.resolve();
    return (open -= 1);
  });
  expect(await countUnsaved()).toBe(2);
  gone();
  open = 4;
  expect(await countUnsaved()).toBe(3);
  editor();
  expect(await countUnsaved()).toBe(0);
});
