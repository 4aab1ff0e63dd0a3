import { markValue } from '../../../lib/marked-value.ts';

/** What the keyboard is at, and what the pointer is over; the pointer goes first. */
let focused: readonly string[] = [];
let hovered: readonly string[] = [];
const tell = () => {
  const texts = hovered.length > 0 ? hovered : focused;
  markValue(texts.length > 0 ? { texts } : undefined);
};

/** Marks the value of a field in the document beside it while the field has the focus or the pointer. */
export const marking = (texts: () => readonly string[]) => ({
  onFocusCapture: () => ((focused = texts()), tell()),
  onBlurCapture: () => ((focused = []), tell()),
  onMouseEnter: () => ((hovered = texts()), tell()),
  onMouseLeave: () => ((hovered = []), tell()),
});

/** Nothing is marked any more: the screen is left. */
export function clearMarking(): void {
  focused = [];
  hovered = [];
  tell();
}
