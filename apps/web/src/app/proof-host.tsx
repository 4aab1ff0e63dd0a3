import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../lib/load-part.ts';
import { proof } from '../lib/proof.ts';
import { session } from '../lib/session-store.ts';

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx').then((m) => m.ProofDialog));

/** Asks for the password, and the code, when a call was refused for want of them; the call is then sent again by itself. */
export function ProofHost() {
  const isAsked = useSyncExternalStore(proof.subscribe, proof.isAsked);
  // Whoever is signed out meanwhile is asked nothing.
  useEffect(() => session.subscribe(() => !session.get() && proof.isAsked() && proof.answer(false)), []);
  useEffect(() => {
    // Escape closes this question alone and not the dialog below it, with what was typed there. This listener is older than those of all dialogs.
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !proof.isAsked()) return;
      event.stopImmediatePropagation();
      proof.answer(false);
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
  return (
    isAsked && (
      <Suspense>
        <ProofDialog />
      </Suspense>
    )
  );
}
