import { expect, it } from 'vitest';
import { createPictureCache } from './picture-cache.ts';

it('a picture is fetched once, the least recently used one is evicted, and a failed fetch is retried', async () => {
  const fetched: string[] = [];
  const released: string[] = [];
  let fails = false;
  const urlOf = createPictureCache(
    2,
    (id) => {
      fetched.push(id);
      return fails ? Promise.reject(new Error('no answer')) : Promise.resolve(`blob:${id}`);
    },
    (url) => released.push(url),
  );
  expect(await urlOf('a', '1')).toBe('blob:a');
  expect(await urlOf('a', '1')).toBe('blob:a');
  await urlOf('b', '1');
  await urlOf('a', '1');
  await urlOf('c', '1');
  expect(fetched).toEqual(['a', 'b', 'c']);
  expect(released).toEqual(['blob:b']);
  // A changed picture has another content hash, so it is fetched again.
  await urlOf('a', '2');
  expect(fetched).toEqual(['a', 'b', 'c', 'a']);
  fails = true;
  await expect(urlOf('d', '1')).rejects.toThrow('no answer');
  fails = false;
  expect(await urlOf('d', '1')).toBe('blob:d');
});
