import type { Topic } from '@quayside/contracts/live';
import { useEffect, useState } from 'react';
import { announce } from '../../features/notifications/announce.ts';
import { type LiveState, openLiveStream } from '../../lib/api/live-stream.ts';
import { meQuery } from '../../lib/session/account.ts';
import { queryClient, refetchTopics } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * How long to wait after a live message before refetching, in milliseconds. One change causes several messages, which
 * then need only one refetch.
 */
const GATHER_MS = 120;

/** Listens to the live stream. Each message invalidates the queries of its topic. Returns the state of the stream. */
export function useLive(): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const held = useSession();
  const userId = held?.userId;
  const accountId = held?.accountId;
  useEffect(() => {
    if (!userId || !accountId) return;
    const waiting = new Set<Topic>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      refetchTopics(new Set(waiting));
      waiting.clear();
    };
    const close = openLiveStream(userId, accountId, {
      onChanged: ({ topic }) => {
        waiting.add(topic);
        timer ??= setTimeout(flush, GATHER_MS);
      },
      onNotice: (type, id) => void announce(type, id),
      onState: setState,
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
