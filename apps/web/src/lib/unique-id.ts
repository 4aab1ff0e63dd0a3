const GROUPS = 8;

/** An id for objects of this browser alone: eight groups of 4 hex digits, 128 bits from a secure source (shell §9). */
export function uniqueId(): string {
  const groups = crypto.getRandomValues(new Uint16Array(GROUPS));
  return [...groups].map((group) => group.toString(16).padStart(4, '0')).join('-');
}
