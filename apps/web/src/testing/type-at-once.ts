/**
 * Types a text into a field within the current task, so that no time passes in which the page could act by itself, and
 * no look of the test runner advances a simulated clock.
 */
export function typeAtOnce(input: Element, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
