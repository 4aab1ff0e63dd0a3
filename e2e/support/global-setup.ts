import { seedOnce } from './server.ts';

/** Playwright's global set-up. Seeds the demo seller once for all servers; `npm test` does so earlier, beside others. */
export default (): Promise<() => void> => seedOnce();
