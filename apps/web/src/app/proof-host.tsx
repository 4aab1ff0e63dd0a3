import { Suspense, useEffect } from 'react';
import { lazyPart } from '../lib/load-part.ts';
import { proof } from '../lib/proof.ts';
import { session } from '../lib/session-store.ts';
import { useStore } from '../lib/store.ts';

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx').then((m) => m.ProofDialog));

/** Shows the proof dialog when a call was refused for lack of recent proof; the call is then sent again. */
export function ProofHost() {
  const isAsked = useStore(proof, proof.isAsked);
  // Cancel the request when the session ends in the meantime.
  useEffect(() => session.subscribe(() => !session.get() && proof.isAsked() && proof.answer(false)), []);
  useEffect(() => {
    // Escape must close only this dialog and not the one below, which holds typed input. This listener is registered
    // before those of all dialogs, so it runs first.
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
