import { Suspense, useState } from 'react';
import { useAccount } from '../../lib/account.ts';
import { lazyPart } from '../../lib/load-part.ts';
import { hasNoName } from './profile.rules.ts';

const NameDialog = lazyPart(() => import('./name-dialog.tsx').then((m) => m.NameDialog));

/** Asks somebody without any name for one, until they give it or close the dialog. */
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
