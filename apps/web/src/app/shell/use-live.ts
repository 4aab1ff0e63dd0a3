import type { Topic } from '@quayside/contracts/live';
import { useEffect, useState } from 'react';
import { announce } from '../../features/notifications/announce.ts';
import { type LiveState, openLiveStream } from '../../lib/live-stream.ts';
import { meQuery } from '../../lib/account.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';

/** Several messages of one change come together; one reading answers them all. */
const GATHER_MS = 120;

/** Keeps every shown list fresh: a live message makes the answers of its topic stale. Answers the stream's state. */
export function useLive(): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const held = useSession();
  const userId = held?.userId;
  const accountId = held?.accountId;
  useEffect(() => {
    if (!userId || !accountId) return;
    const waiting = new Set<Topic>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;
    const flush = () => {
      timer = undefined;
      for (const topic of waiting) void queryClient.invalidateQueries({ queryKey: [topic] });
      waiting.clear();
    };
    const close = openLiveStream(userId, accountId, {
      onChanged: ({ topic }) => {
        waiting.add(topic);
        // Whatever changed is an entry of the audit log too; it is read again only where somebody looks at it.
        waiting.add('audit');
        timer ??= setTimeout(flush, GATHER_MS);
      },
      onNotice: (type, id) => void announce(type, id),
      onState: (next) => {
        setState(next);
        if (next !== 'open' || wasOpen) return;
        wasOpen = true;
        // What was told while the page loaded may be neither in the answer nor on the stream.
        void queryClient.invalidateQueries({ queryKey: ['notifications'] }, { cancelRefetch: false });
      },
      onGap: () => void queryClient.invalidateQueries(),
      onRefused: () => queryClient.refetchQueries({ queryKey: meQuery().queryKey }),
    });
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [userId, accountId]);
  return state;
}
