import type { RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { appRoutes } from '../app/router.tsx';

const TESTS = import.meta.glob<string>('../**/*.screen.test.tsx', { query: '?raw', import: 'default', eager: true });

/** Lazy routes that only redirect. */
const REDIRECTS = ['/invite/*', '/login/invite/*'];

/** The paths of all screens, which are the lazy routes, the dashboard and "not found". All other routes redirect. */
const screensOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, lazy, children = [] }) => [
    ...(path !== undefined && (lazy || path === '/' || path === '*') ? [path] : []),
    ...screensOf(children),
  ]);
const namedBy = (source: string): string[] =>
  [...source.matchAll(/expectNoSeriousFindings\('([^']*)'\)/g)].map(([, route = '']) => route);

describe('axe', () => {
  it('is run on every screen of the app in a screen test', () => {
    const met = new Set(Object.values(TESTS).flatMap(namedBy));
    const screens = screensOf(appRoutes).filter((path) => !REDIRECTS.includes(path));
    expect(screens.length).toBeGreaterThan(50);
    expect(screens.filter((path) => !met.has(path))).toEqual([]);
  });
});
