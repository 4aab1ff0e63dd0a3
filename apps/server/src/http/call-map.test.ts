import { describe, expect, it } from 'vitest';
import { createCallMap, partsOfUrl } from './call-map.ts';

function mapOf(...paths: readonly string[]) {
  const map = createCallMap<string>();
  for (const path of paths) map.add('GET', path, path);
  return (...parts: readonly string[]) => {
    const found = map.find('GET', parts);
    return found && [found.call, found.path, found.values];
  };
}

describe('the call of an address', () => {
  it('is the one with a word rather than the one with a value', () => {
    const find = mapOf('/a/{x}', '/a/b');
    expect(find('a', 'b')).toEqual(['/a/b', '/a/b', {}]);
    expect(find('a', 'c')).toEqual(['/a/{x}', '/a/{x}', { x: 'c' }]);
  });

  it('is the one with a value where the word leads nowhere', () => {
    const find = mapOf('/a/{x}/d/{y}', '/a/b/c');
    expect(find('a', 'b', 'd', 'e')).toEqual(['/a/{x}/d/{y}', '/a/{x}/d/{y}', { x: 'b', y: 'e' }]);
    expect(find('a', 'b')).toBeUndefined();
    expect(find('a', 'b', 'c', 'd')).toBeUndefined();
  });

  it('has the values under its own names, which another call at the same place may not use', () => {
    const find = mapOf('/{userId}/a', '/{id}/b/{userId}');
    expect(find('1', 'a')).toEqual(['/{userId}/a', '/{userId}/a', { userId: '1' }]);
    expect(find('1', 'b', '2')).toEqual(['/{id}/b/{userId}', '/{id}/b/{userId}', { id: '1', userId: '2' }]);
  });

  it('has no value of a way that led nowhere', () => {
    const find = mapOf('/a/{x}/b', '/{y}/c/{z}');
    expect(find('a', 'c', 'd')).toEqual(['/{y}/c/{z}', '/{y}/c/{z}', { y: 'a', z: 'd' }]);
  });

  it('is never one that an inherited name would find', () => {
    expect(mapOf('/a')('constructor')).toBeUndefined();
    expect(createCallMap<string>().find('constructor' as 'GET', [])).toBeUndefined();
  });

  it('is of one method, under each of which an address has one call', () => {
    const map = createCallMap<string>();
    map.add('GET', '/a', 'read');
    map.add('POST', '/a', 'write');
    expect([map.find('GET', ['a'])?.call, map.find('POST', ['a'])?.call]).toEqual(['read', 'write']);
    expect(map.find('DELETE', ['a'])).toBeUndefined();
    expect(() => map.add('POST', '/a', 'again')).toThrow('POST /a is mounted twice');
  });

  it('has no values that are a part of a word', () => {
    expect(() => createCallMap<string>().add('GET', '/a/{x}.csv', '')).toThrow('a value is a whole part');
  });
});

it.each([
  ['/a/b', ['a', 'b']],
  ['/a//b/', ['a', '', 'b', '']],
  ['/a/b?c=/d', ['a', 'b']],
  ['/a/b#c/d?e', ['a', 'b']],
  ['http://host:80/a?b', ['a']],
  ['/%61/b%2Fc/%E4%B8%AD', ['a', 'b/c', '中']],
  ['/a/%25?%', ['a', '%']],
  ['/a/%E4', undefined],
])('the parts of the address %j are %j', (url, parts) => {
  expect(partsOfUrl(url)).toEqual(parts);
});
