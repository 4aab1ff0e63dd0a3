import { idle } from '../lib/api/idle.ts';
import { loadPart } from '../lib/page/load-part.ts';
import { FEATURES } from './features.ts';
import { JOINED_SCREENS } from './joined-screens.ts';

type Load = () => Promise<unknown>;
const OWN_SCREENS = FEATURES.flatMap(({ screens = [] }) => screens).filter((screen) => 'load' in screen);
/** The screens, and parts of screens, that people usually open after the home screen. */
const NEXT: readonly Load[] = [
  ...FEATURES.flatMap(({ partsNeededSoon = [] }) => partsNeededSoon),
  // Every list needs the table.
  () => import('../components/data-grid/grid-table.tsx'),
  ...[...OWN_SCREENS, ...JOINED_SCREENS].filter(({ isOpenedSoon }) => isOpenedSoon).map(({ load }) => load),
  // The sign-in page is included, because the session may end at a moment when nothing can be loaded, for example
  // without a network.
  () => import('./pages/login.page.tsx'),
];

interface Connection {
  readonly saveData?: boolean;
}

/**
 * Prefetches the chunk of `first` and then the others, one by one while the browser is idle. Does nothing when the
 * person has asked the browser to save data. Stops when `isOver` returns true.
 */
export async function fetchAhead(first: Load, isOver: () => boolean): Promise<void> {
  if ((navigator as { connection?: Connection }).connection?.saveData) return;
  for (const load of [first, ...NEXT]) {
    await idle();
    if (isOver()) return;
    // A failure can be ignored, because opening the screen loads its chunk again.
    await loadPart(load).catch(() => undefined);
  }
}
