import { Suspense, useState } from 'react';
import { useAccount } from '../../lib/session/account.ts';
import { lazyPart } from '../../lib/page/load-part.ts';
import { hasNoName } from './profile.rules.ts';

const NameDialog = lazyPart(() => import('./name-dialog.tsx').then((m) => m.NameDialog));

/**
 * Asks a person who has no name to enter one. After the person has closed the dialog, it stays closed until the page is
 * reloaded.
 */
export function WelcomeDialog() {
  const { me } = useAccount();
  const [isClosed, setClosed] = useState(false);
  return (
    hasNoName(me) &&
    !isClosed && (
      <Suspense>
        <NameDialog onClose={() => setClosed(true)} />
      </Suspense>
    )
  );
}
