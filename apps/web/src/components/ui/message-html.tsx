import { isOwnPath } from '@quayside/domain/notifications/message-html';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { messageNodes } from '../../lib/words/message-html.ts';
import classes from './message-html.module.css';

interface MessageHtmlProps {
  readonly html: string;
  /** Renders the message as one line without links. */
  readonly inline?: boolean;
  /** Called when the person followed a link within the app. */
  readonly onLeave?: () => void;
}

/**
 * Shows the sanitised message of a notification. No other component renders HTML that does not come from the app
 * itself.
 */
export function MessageHtml({ html, inline = false, onLeave }: MessageHtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useLayoutEffect(() => {
    box.current?.replaceChildren(messageNodes(html, inline ? 'inline' : 'whole'));
  }, [html, inline]);
  useEffect(() => {
    const element = box.current;
    const follow = (event: MouseEvent) => {
      const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
      const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!href || !isOwnPath(href) || !isPlainClick) return;
      event.preventDefault();
      onLeave?.();
      void navigate(href);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [navigate, onLeave]);
  return <div ref={box} className={inline ? classes.line : classes.message} data-message />;
}
