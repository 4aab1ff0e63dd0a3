import { describe, expect, it } from 'vitest';
import { nameOfKey } from './keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => nameOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe('names of keys', () => {
  it('are what the key writes, whatever the layout', () => {
    expect(press('/')).toBe('/');
    expect(press('?')).toBe('?');
    expect(press('G')).toBe('g');
  });
  it('count Command as Control', () => {
    expect(press('s', { ctrlKey: true })).toBe('Ctrl s');
    expect(press('s', { metaKey: true })).toBe('Ctrl s');
    expect(press('Enter', { ctrlKey: true })).toBe('Ctrl Enter');
  });
  it('leave Alt to the browser and wait for more than a modifier', () => {
    expect(press('d', { altKey: true })).toBeUndefined();
    expect(press('Shift')).toBeUndefined();
  });
});
