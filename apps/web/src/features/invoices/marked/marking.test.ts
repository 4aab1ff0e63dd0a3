import { afterEach, expect, it } from 'vitest';
import { markedValue } from '../../../lib/marked-value.ts';
import { clearMarking, marking } from './marking.ts';

afterEach(clearMarking);
const amount = marking(() => ['58,905.50']);
const name = marking(() => ['Kettle']);

it('marks what has the focus, and nothing once it is left', () => {
  amount.onFocusCapture();
  expect(markedValue()).toEqual({ texts: ['58,905.50'] });
  amount.onBlurCapture();
  expect(markedValue()).toBeUndefined();
});
it('marks what the pointer is over, and comes back to the focus', () => {
  amount.onFocusCapture();
  name.onMouseEnter();
  expect(markedValue()).toEqual({ texts: ['Kettle'] });
  name.onMouseLeave();
  expect(markedValue()).toEqual({ texts: ['58,905.50'] });
});
it('marks nothing for a field that holds nothing', () => {
  marking(() => []).onFocusCapture();
  expect(markedValue()).toBeUndefined();
});
it('forgets all when the screen is left', () => {
  amount.onFocusCapture();
  name.onMouseEnter();
  clearMarking();
  expect(markedValue()).toBeUndefined();
});
