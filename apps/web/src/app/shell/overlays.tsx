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
  /** Registers the shortcuts of every screen. */
  readonly keys: readonly ShellKey[];
  readonly isKeysOpen: boolean;
  readonly setKeysOpen: (isOpen: boolean) => void;
  readonly isPaletteOpen: boolean;
  readonly setPaletteOpen: (isOpen: boolean) => void;
}

/**
 * Overlays of every screen: palette, dialogs, chat. Loaded while the browser is idle, or with the first one that is
 * opened.
 */
export function Overlays({ keys, isKeysOpen, setKeysOpen, isPaletteOpen, setPaletteOpen }: OverlaysProps) {
  // A dialog restores the focus to the element that had it on opening. A dialog that mounts open cannot know that
  // element, so mount it closed first.
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const [isAddNewOpen, isReportOpen] = [addNewDialog.use(), reportDialog.use()];
  return (
    <>
      <Palette
        opened={isHere && isPaletteOpen}
        onClose={() => setPaletteOpen(false)}
        onKeys={() => setKeysOpen(true)}
      />
      <AddNewDialog opened={isHere && isAddNewOpen} />
      <ReportDialog opened={isHere && isReportOpen} />
      <ChatPanel />
      <KeysDialog anywhere={keys} opened={isHere && isKeysOpen} onClose={() => setKeysOpen(false)} />
    </>
  );
}
