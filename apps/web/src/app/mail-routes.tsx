import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { LEGACY, routes } from '../lib/paths.ts';
import { screen } from './routes.tsx';

/** Redirects a URL from a mail of an earlier version to its current path. */
function LegacyRedirect({ to }: { to: string }) {
  const rest = useParams()['*'] ?? '';
  const { search } = useLocation();
  return <Navigate to={`${to}/${rest.split('/').map(encodeURIComponent).join('/')}${search}`} replace />;
}

/** Pages without the shell: password reset and the target pages of mailed links. */
export const mailRoutes: readonly RouteObject[] = [
  screen(routes.loginReset, () => import('./pages/forgotten-password.page.tsx').then((m) => m.ForgottenPasswordPage)),
  screen(routes.loginNewPassword, () => import('./pages/new-password.page.tsx').then((m) => m.NewPasswordPage)),
  screen(routes.loginVerify, () => import('./pages/verify.page.tsx').then((m) => m.VerifyPage)),
  screen(routes.loginNewAddress, () => import('./pages/verify.page.tsx').then((m) => m.NewAddressPage)),
  screen(routes.unsubscribe, () => import('./pages/unsubscribe.page.tsx').then((m) => m.UnsubscribePage)),
  ...Object.entries(LEGACY).map(([from, to]) => ({ path: `${from}/*`, element: <LegacyRedirect to={to} /> })),
];
