import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { LEGACY, routes } from '../lib/paths.ts';

/** An address of an older mail: the same behind another beginning. */
function LegacyRedirect({ to }: { to: string }) {
  const rest = useParams()['*'] ?? '';
  const { search } = useLocation();
  return <Navigate to={`${to}/${rest.split('/').map(encodeURIComponent).join('/')}${search}`} replace />;
}

/** Pages without the shell that a forgotten password and the links of mails lead to. */
export const mailRoutes: readonly RouteObject[] = [
  { path: routes.loginReset, lazy: async () => ({ Component: (await import('./pages/forgotten-password.page.tsx')).ForgottenPasswordPage }) },
  { path: routes.loginNewPassword, lazy: async () => ({ Component: (await import('./pages/new-password.page.tsx')).NewPasswordPage }) },
  { path: routes.loginVerify, lazy: async () => ({ Component: (await import('./pages/verify.page.tsx')).VerifyPage }) },
  { path: routes.loginNewAddress, lazy: async () => ({ Component: (await import('./pages/verify.page.tsx')).NewAddressPage }) },
  { path: routes.unsubscribe, lazy: async () => ({ Component: (await import('./pages/unsubscribe.page.tsx')).UnsubscribePage }) },
  ...Object.entries(LEGACY).map(([from, to]) => ({ path: `${from}/*`, element: <LegacyRedirect to={to} /> })),
];
