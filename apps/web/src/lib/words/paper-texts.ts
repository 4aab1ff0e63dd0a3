/** Selects fields that contain text, whether typed or chosen. */
const FIELDS = 'textarea, select, input:is([type="text"], [type="email"], [type="url"], [type="tel"], :not([type]))';
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Printed fields cut off long values. This function replaces each field by a block with the whole text, and returns a
 * function that restores the fields.
 */
export function replaceFieldsForPrint(): () => void {
  const blocks: HTMLElement[] = [];
  const fields = [...document.querySelectorAll<Field>(FIELDS)];
  for (const field of fields) {
    const typed = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
    // What an empty field shows in place of a value of its own, such as the name of the product.
    const words = typed || (field.dataset['paper'] ?? '');
    if (words === '' || !field.checkVisibility({ visibilityProperty: true })) continue;
    const block = document.createElement('div');
    block.className = `${field.className} on-paper`;
    block.style.textAlign = getComputedStyle(field).textAlign;
    block.textContent = words;
    field.after(block);
    field.toggleAttribute('data-off-paper', true);
    blocks.push(block);
  }
  return () => {
    for (const block of blocks) block.remove();
    for (const field of fields) field.removeAttribute('data-off-paper');
  };
}
