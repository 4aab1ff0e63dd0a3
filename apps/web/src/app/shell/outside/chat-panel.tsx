import { CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount } from '../../../lib/session/account.ts';
import { useBackLayer } from '../../../lib/page/back-layers.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { chatUrl } from './chat-url.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { chatPanel } from './outside-state.ts';
import classes from './outside.module.css';

/**
 * The support chat at the bottom right. The chat is loaded when it is opened for the first time. When it is reopened,
 * the conversation continues.
 */
export function ChatPanel() {
  const url = useInstallation()?.chatUrl;
  const isOpen = chatPanel.use();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  // Close the chat when the person changes.
  useEffect(() => () => chatPanel.set(false), []);
  return url && wasOpen ? <Panel url={url} isOpen={isOpen} /> : null;
}

function Panel({ url, isOpen }: { url: string; isOpen: boolean }) {
  const t = useT();
  const { me } = useAccount();
  const panel = useRef<HTMLElement>(null);
  useBackLayer(isOpen, () => chatPanel.set(false));
  useEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen]);
  return (
    <section
      ref={panel}
      className={classes.chat}
      hidden={!isOpen}
      tabIndex={-1}
      aria-label={t('shell:chat')}
      onKeyDown={(event) => event.key === 'Escape' && chatPanel.set(false)}
    >
      <header className={classes.chatHead}>
        <h2>{t('shell:chat')}</h2>
        <CloseButton aria-label={t('close')} onClick={() => chatPanel.set(false)} />
      </header>
      <OutsideFrame url={chatUrl(url, me)} title={t('shell:chat')} />
    </section>
  );
}
