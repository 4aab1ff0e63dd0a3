import { describe, expect, it } from 'vitest';
import { viewerKeyOf } from './viewer-keys.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, code: '' };
const altGr = { getModifierState: (key: string) => key === 'AltGraph' };

describe('shortcuts of the viewer', () => {
  it.each([
    [{ key: 'PageUp', altKey: true }, 'previousPage'],
    [{ key: 'PageDown', altKey: true }, 'nextPage'],
    [{ key: '+', altKey: true, ctrlKey: true, shiftKey: true }, 'zoomIn'],
    [{ key: '=', altKey: true, ctrlKey: true }, 'zoomIn'],
    [{ key: '≠', code: 'Equal', altKey: true, ctrlKey: true }, 'zoomIn'],
    [{ key: '-', altKey: true, ctrlKey: true }, 'zoomOut'],
    [{ key: '0', altKey: true, ctrlKey: true }, 'fit'],
    [{ key: '}', code: 'Digit0', altKey: true, ctrlKey: true }, 'fit'],
  ])('%o', (event, key) => expect(viewerKeyOf({ ...none, ...event })).toBe(key));

  it.each([
    { key: 'PageDown' },
    { key: 'PageDown', ctrlKey: true },
    { key: 'PageDown', altKey: true, shiftKey: true },
    { key: '0', ctrlKey: true },
    { key: '+', altKey: true },
    { key: 'a', altKey: true, ctrlKey: true },
    { key: '}', code: 'Digit0', altKey: true, ctrlKey: true, ...altGr },
  ])('%o is not a shortcut of the viewer', (event) => expect(viewerKeyOf({ ...none, ...event })).toBeUndefined());
});
