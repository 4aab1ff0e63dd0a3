import { afterEach, expect, it } from 'vitest';
import { markedValue } from '../../../lib/words/marked-value.ts';
import { clearMarking, marking } from './marking.ts';

afterEach(clearMarking);
const amount = marking(() => ['58,905.50']);
const name = marking(() => ['Kettle']);

it('marks the value of the focused field, and nothing after blur', () => {
  amount.onFocusCapture();
  expect(markedValue()).toEqual({ texts: ['58,905.50'] });
  amount.onBlurCapture();
  expect(markedValue()).toBeUndefined();
});
it('marks the value under the pointer, and then the focused one again', () => {
  amount.onFocusCapture();
  name.onMouseEnter();
  expect(markedValue()).toEqual({ texts: ['Kettle'] });
  name.onMouseLeave();
  expect(markedValue()).toEqual({ texts: ['58,905.50'] });
});
it('marks nothing for an empty field', () => {
  marking(() => []).onFocusCapture();
  expect(markedValue()).toBeUndefined();
});
it('removes all marks when the person leaves the page', () => {
  amount.onFocusCapture();
  name.onMouseEnter();
  clearMarking();
  expect(markedValue()).toBeUndefined();
});
