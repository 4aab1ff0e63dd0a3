import { Suspense, useState } from 'react';
import { useAccount } from '../../lib/account.ts';
import { lazyPart } from '../../lib/load-part.ts';
import { hasNoName } from './profile.rules.ts';

const NameDialog = lazyPart(() => import('./name-dialog.tsx').then((m) => m.NameDialog));

/** Asks a person without a name for one, until they enter it or close the dialog. */
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
