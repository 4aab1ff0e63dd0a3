export function chromiumPath(): string;
export function ensureChromium(): Promise<void>;
export const CHROMIUM_FLAGS: string[];
