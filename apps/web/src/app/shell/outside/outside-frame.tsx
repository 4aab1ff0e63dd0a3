import { Button, Loader } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import classes from './outside.module.css';

/** After this time the page is reported as not loaded, although it may still load later. */
const PATIENCE_MS = 15_000;
type State = 'loading' | 'shown' | 'late' | 'refused';

/**
 * A page of another site in a frame. The page runs on its own origin and has no access to our session or DOM. Browsers
 * do not report a failed frame, so a link that opens the page directly is always shown below.
 */
export function OutsideFrame({ url, title }: { url: string; title: string }) {
  const t = useT();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State>(navigator.onLine ? 'loading' : 'late');
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), PATIENCE_MS);
    // The event fires when the framed page redirects to another site, which the Content Security Policy blocks.
    const onRefused = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setState('refused');
    };
    document.addEventListener('securitypolicyviolation', onRefused);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', onRefused);
    };
  }, [round]);
  const isGone = state === 'late' || state === 'refused';
  return (
    <div className={classes.outside}>
      {isGone && (
        <Note
          tone="warning"
          role="alert"
          action={
            <Button size="xs" onClick={() => (setState('loading'), setRound(round + 1))}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t(state === 'refused' ? 'shell:outside.refused' : 'shell:outside.late')}
        </Note>
      )}
      {state === 'loading' && (
        <div className={classes.loading} role="status" aria-label={t('shell:outside.loading')}>
          <Loader size={20} type="dots" color="var(--q-accent)" />
        </div>
      )}
      <iframe
        key={round}
        className={classes.frame}
        data-hidden={state !== 'shown' || undefined}
        title={title}
        // The server refuses URLs of our own site, so the framed page never has our origin.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- See above.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        src={url}
        onLoad={() => setState((now) => (now === 'refused' ? now : 'shown'))}
      />
      <p className={classes.below}>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('shell:outside.alone')} <IconExternalLink size={14} stroke={1.75} aria-hidden />
        </a>
      </p>
    </div>
  );
}
