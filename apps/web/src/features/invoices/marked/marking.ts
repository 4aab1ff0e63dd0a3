import { markValue } from '../../../lib/marked-value.ts';

/** The values under the focus and under the pointer; the pointer takes precedence. */
let focused: readonly string[] = [];
let hovered: readonly string[] = [];
const tell = () => {
  const texts = hovered.length > 0 ? hovered : focused;
  markValue(texts.length > 0 ? { texts } : undefined);
};

/** Marks the value of a field in the document beside the form while the field has the focus or the pointer. */
export const marking = (texts: () => readonly string[]) => ({
  onFocusCapture: () => ((focused = texts()), tell()),
  onBlurCapture: () => ((focused = []), tell()),
  onMouseEnter: () => ((hovered = texts()), tell()),
  onMouseLeave: () => ((hovered = []), tell()),
});

/** Clears all marks when the screen is left. */
export function clearMarking(): void {
  focused = [];
  hovered = [];
  tell();
}
