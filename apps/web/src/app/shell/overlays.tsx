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
  /** The shortcuts that work on every screen, for the dialog that lists shortcuts. */
  readonly keys: readonly ShellKey[];
  readonly isKeysOpen: boolean;
  readonly setKeysOpen: (isOpen: boolean) => void;
  readonly isPaletteOpen: boolean;
  readonly setPaletteOpen: (isOpen: boolean) => void;
}

/**
 * Overlays that exist on every screen: palette, dialogs, chat. Their chunk is loaded while the browser is idle, or as
 * soon as one of them is opened.
 */
export function Overlays({ keys, isKeysOpen, setKeysOpen, isPaletteOpen, setPaletteOpen }: OverlaysProps) {
  // A closing dialog returns the focus to the element that had it before. A dialog that is already open when it mounts
  // cannot record that element, so each dialog is mounted closed first.
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
