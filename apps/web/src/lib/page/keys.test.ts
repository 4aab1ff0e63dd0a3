import { describe, expect, it } from 'vitest';
import { nameOfKey } from './keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  nameOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe('key names', () => {
  it('use the character typed, on any keyboard layout', () => {
    expect(press('/')).toBe('/');
    expect(press('?')).toBe('?');
    expect(press('G')).toBe('g');
  });
  it('treat Command as Control', () => {
    expect(press('s', { ctrlKey: true })).toBe('Ctrl s');
    expect(press('s', { metaKey: true })).toBe('Ctrl s');
    expect(press('Enter', { ctrlKey: true })).toBe('Ctrl Enter');
  });
  it('ignore Alt and a modifier alone', () => {
    expect(press('d', { altKey: true })).toBeUndefined();
    expect(press('Shift')).toBeUndefined();
  });
});
