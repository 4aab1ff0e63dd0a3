import { describe, expect, it } from 'vitest';
import { givenNames, hasNoName, isNotPast } from './profile.rules.ts';

describe('the date of birth', () => {
  it.each([
    ['2026-11-21', true],
    ['2026-11-20', true],
    ['2026-11-19', false],
    ['1988-02-29', false],
    [null, false],
  ])('%s is not past on 2026-11-20: %s', (day, later) => expect(isNotPast('2026-11-20', day)).toBe(later));
});

describe('the welcome dialog', () => {
  it.each([
    ['', '', true],
    [' ', ' ', true],
    ['Maya', '', false],
    ['', 'Ortiz', false],
  ])('asks %j %j: %s', (firstName, lastName, asks) => expect(hasNoName({ firstName, lastName })).toBe(asks));
});

describe('the entered names', () => {
  it.each([
    ['  Ida ', 'Berg  ', { firstName: 'Ida', lastName: 'Berg' }],
    ['Ida', '  ', { firstName: 'Ida' }],
    ['', ' Berg', { lastName: 'Berg' }],
    [' ', '', {}],
  ])('%j and %j are sent trimmed, and without the empty one', (firstName, lastName, sent) =>
    expect(givenNames({ firstName, lastName })).toEqual(sent),
  );
});
