import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AT_ONCE,
  createToastList,
  GLOBAL_TIMEOUT,
  RESHOW_DELAY,
  TOAST_TIMEOUT,
  TOAST_TYPES,
  type Toast,
} from './toast-list.ts';

let screen: string[];
let shown: Toast<string>[];
let toasts: ReturnType<typeof createToastList<string>>;
beforeEach(() => {
  vi.useFakeTimers();
  screen = [];
  shown = [];
  let ids = 0;
  toasts = createToastList<string>(
    {
      show: (toast) => (screen.push(toast.text), shown.push(toast)),
      hide: (id) => void (screen = screen.filter((text) => !id.endsWith(text))),
    },
    () => `t${String((ids += 1))}-${String.fromCharCode(96 + ids)}`,
  );
});
afterEach(() => vi.useRealTimers());
const add = (...texts: string[]) => texts.map((text) => toasts.add({ type: 'INFO', text }));

describe('toasts', () => {
  it('have an id, a type and a text, and close after 2500 ms by default', () => {
    for (const type of TOAST_TYPES) toasts.add({ type, text: type });
    toasts.add({ type: 'ERROR', text: 'long', timeout: GLOBAL_TIMEOUT });
    expect(toasts.all().map(({ type, text, timeout }) => [type, text, timeout])).toEqual([
      ['SUCCESS', 'SUCCESS', 2500],
      ['INFO', 'INFO', 2500],
      ['ERROR', 'ERROR', 2500],
      ['ALERT', 'ALERT', 2500],
      ['ERROR', 'long', 5000],
    ]);
    expect(new Set(toasts.all().map(({ id }) => id)).size).toBe(5);
    expect([TOAST_TIMEOUT, GLOBAL_TIMEOUT, RESHOW_DELAY, AT_ONCE]).toEqual([2500, 5000, 750, 3]);
  });

  it('can be removed by id or cleared', () => {
    const [a = '', b = ''] = add('a', 'b');
    toasts.remove(a);
    toasts.remove('none');
    expect([screen, toasts.all().map(({ id }) => id)]).toEqual([['b'], [b]]);
    add('c', 'd', 'e', 'f');
    toasts.clear();
    vi.runAllTimers();
    expect([screen, toasts.all()]).toEqual([[], []]);
    add('g');
    expect(screen).toEqual(['g']);
  });

  it('show three at once; after one hides, the next is shown 750 ms later', () => {
    const [a = '', b = ''] = add('a', 'b', 'c', 'd', 'e');
    expect(screen).toEqual(['a', 'b', 'c']);
    toasts.hidden(a);
    vi.advanceTimersByTime(749);
    expect(shown).toHaveLength(3);
    expect(toasts.all().map(({ text }) => text)).toEqual(['b', 'c', 'd', 'e']);
    vi.advanceTimersByTime(1);
    expect(shown.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
    toasts.hidden(b);
    add('f');
    vi.advanceTimersByTime(750);
    expect(shown.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('that are waiting can be removed before they are shown', () => {
    const [a = '', , , d = ''] = add('a', 'b', 'c', 'd', 'e');
    toasts.remove(d);
    toasts.hidden(a);
    vi.advanceTimersByTime(RESHOW_DELAY);
    expect(shown.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'e']);
    for (const { id } of toasts.all()) toasts.hidden(id);
    vi.runAllTimers();
    expect([shown.length, toasts.all()]).toEqual([4, []]);
  });
});
