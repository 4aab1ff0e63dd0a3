import { Suspense, useEffect } from 'react';
import { lazyPart } from '../lib/page/load-part.ts';
import { proof } from '../lib/session/proof.ts';
import { session } from '../lib/session/session-store.ts';
import { useStore } from '../lib/store.ts';

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx').then((m) => m.ProofDialog));

/**
 * Shows the proof dialog when the server has refused a call because it requires a recent proof of identity. After the
 * proof, the call is sent again.
 */
export function ProofHost() {
  const isAsked = useStore(proof, proof.isAsked);
  // Cancels the request for proof if the session ends before the person answers.
  useEffect(() => session.subscribe(() => !session.get() && proof.isAsked() && proof.answer(false)), []);
  useEffect(() => {
    // Escape must close only this dialog and not another open dialog, in which the person may have typed something.
    // This listener is registered before the listeners of all dialogs, so it runs first.
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
