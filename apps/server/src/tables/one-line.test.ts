import { expect, it } from 'vitest';
import { onOneLine } from './one-line.ts';

it.each([
  ['Clip-on reading lamp\r\n  black', 'Clip-on reading lamp black'],
  ['a\tb \n\n c', 'a b c'],
  ['two  spaces stay', 'two  spaces stay'],
])('the cell %j of a name is %j', (cell, name) => expect(onOneLine(cell)).toBe(name));
