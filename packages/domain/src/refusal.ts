/** A value, or the reason why there is none. Domain functions return it instead of throwing at what people type. */
export type Result<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

/** A result that holds a value. */
export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** A result that says why not. */
export const refuse = (code: string, message: string): { ok: false; code: string; message: string } => ({ ok: false, code, message });
