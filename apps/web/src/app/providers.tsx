import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { clearAccount } from '../lib/session/forget-account.ts';
import { colorSchemeManager } from '../lib/page/look.ts';
import { pausedSession } from '../lib/session/paused-session.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { GLOBAL_TIMEOUT } from '../lib/toasts/toast-list.ts';
import { session } from '../lib/session/session-store.ts';
import { styleNonce } from '../theme/nonce.ts';
import { cssVariablesResolver, theme } from '../theme/theme.ts';

/** Provides the theme, the query client, dialogs and toasts to all components. */
export function Providers({ children }: { children: ReactNode }) {
  useForgetting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>{children}</ModalsProvider>
        <Notifications
          position="bottom-right"
          autoClose={GLOBAL_TIMEOUT}
          limit={3}
          zIndex={400}
          containerWidth={400}
          transitionDuration={120}
        />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Clears cached data when the person or the account changes, even if the tab was signed out before the change. */
function useForgetting(): void {
  useEffect(() => {
    let before = session.get();
    let account = before?.accountId;
    return session.subscribe(() => {
      const now = session.get();
      // The page stays while the person signs in over it.
      if (!now && pausedSession.get()) return;
      if (account && now?.accountId && now.accountId !== account) clearAccount();
      account = now?.accountId ?? account;
      const isOther =
        before?.userId !== now?.userId || (before?.accountId && now?.accountId && before.accountId !== now.accountId);
      before = now;
      if (isOther) queryClient.clear();
    });
  }, []);
}
