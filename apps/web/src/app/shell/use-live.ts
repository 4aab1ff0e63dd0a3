import type { Topic } from '@quayside/contracts/live';
import { useEffect, useState } from 'react';
import { announce } from '../../features/notifications/announce.ts';
import { type LiveState, openLiveStream } from '../../lib/live-stream.ts';
import { meQuery } from '../../lib/account.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';

/** One change causes several messages; wait this long, so that one refetch covers them all. */
const GATHER_MS = 120;

/** Invalidates the queries of a topic on each live message of it. Returns the state of the stream. */
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
        // Every change adds to the audit log as well; invalidating it refetches only where it is shown.
        waiting.add('audit');
        timer ??= setTimeout(flush, GATHER_MS);
      },
      onNotice: (type, id) => void announce(type, id),
      onState: (next) => {
        setState(next);
        if (next !== 'open' || wasOpen) return;
        wasOpen = true;
        // A change during the page load may be missing from both the answers and the stream, so refetch once.
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
