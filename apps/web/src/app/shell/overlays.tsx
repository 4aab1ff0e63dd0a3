import { useEffect, useState } from 'react';
import { AddNewDialog } from './add-new-dialog.tsx';
import { addNewDialog } from './drawer-state.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { ChatPanel } from './outside/chat-panel.tsx';
import { reportDialog } from './outside/outside-state.ts';
import { ReportDialog } from './outside/report-dialog.tsx';
import { Palette } from './palette/palette.tsx';
import type { ShellKey } from './shell-keys.ts';

interface OverlaysProps {
  /** The keys that work on every screen. */
  readonly keys: readonly ShellKey[];
  readonly isKeysOpen: boolean;
  readonly setKeysOpen: (isOpen: boolean) => void;
  readonly isPaletteOpen: boolean;
  readonly setPaletteOpen: (isOpen: boolean) => void;
}

/** What opens over every screen: palette, dialogs, chat. Fetched when the browser has time, or with the first that is opened. */
export function Overlays({ keys, isKeysOpen, setKeysOpen, isPaletteOpen, setPaletteOpen }: OverlaysProps) {
  // A dialog gives the focus back to where it was when it opened; one that is open from its first moment does not know.
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const [isAddNewOpen, isReportOpen] = [addNewDialog.use(), reportDialog.use()];
  return (
    <>
      <Palette opened={isHere && isPaletteOpen} onClose={() => setPaletteOpen(false)} onKeys={() => setKeysOpen(true)} />
      <AddNewDialog opened={isHere && isAddNewOpen} />
      <ReportDialog opened={isHere && isReportOpen} />
      <ChatPanel />
      <KeysDialog anywhere={keys} opened={isHere && isKeysOpen} onClose={() => setKeysOpen(false)} />
    </>
  );
}
