const GROUPS = 8;

/**
 * An id that is used only within this browser: eight groups of 4 hex digits, which contain 128 bits from a
 * cryptographically secure source (shell specification, §9).
 */
export function uniqueId(): string {
  const groups = crypto.getRandomValues(new Uint16Array(GROUPS));
  return [...groups].map((group) => group.toString(16).padStart(4, '0')).join('-');
}
