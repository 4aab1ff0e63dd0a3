import { seedOnce } from './server.ts';

/** Playwright's global set-up. Seeds the demo seller once for all servers. `npm test` does so beside other tests. */
export default (): Promise<() => void> => seedOnce();
