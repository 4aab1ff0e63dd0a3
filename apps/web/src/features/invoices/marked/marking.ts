import { markValue } from '../../../lib/words/marked-value.ts';

/**
 * The spellings of the value in the focused field, and those of the value under the pointer. The latter take
 * precedence.
 */
let focused: readonly string[] = [];
let hovered: readonly string[] = [];
const updateMark = () => {
  const texts = hovered.length > 0 ? hovered : focused;
  markValue(texts.length > 0 ? { texts } : undefined);
};

/**
 * Event handlers for a field. While the field is focused or hovered, its value is highlighted in the document beside
 * the form.
 */
export const marking = (texts: () => readonly string[]) => ({
  onFocusCapture: () => ((focused = texts()), updateMark()),
  onBlurCapture: () => ((focused = []), updateMark()),
  onMouseEnter: () => ((hovered = texts()), updateMark()),
  onMouseLeave: () => ((hovered = []), updateMark()),
});

/** Removes all highlights when the person leaves the page. */
export function clearMarking(): void {
  focused = [];
  hovered = [];
  updateMark();
}
