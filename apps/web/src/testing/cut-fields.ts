/** The room for text in a field, and what its text would need: its value, or its placeholder while it is empty. */
function widthsOf(field: HTMLInputElement): { needed: number; room: number } {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('This browser draws no text');
  pen.font = font;
  return {
    needed: pen.measureText(field.value || field.placeholder).width,
    room: field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
  };
}

/** Finds the fields of one line whose value or placeholder is cut off, by what they say. */
export const cutFields = (root: Element): string[] =>
  [...root.querySelectorAll<HTMLInputElement>('input:not([type]), input[type="text"], input[type="search"]')]
    .filter((field) => field.clientWidth > 0)
    .flatMap((field) => {
      const { needed, room } = widthsOf(field);
      return needed > room + 1 ? [field.value || field.placeholder] : [];
    });
