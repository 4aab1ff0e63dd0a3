import { endpoint } from './endpoint.ts';
import { userPath } from './primitives.ts';

export const subscribe = endpoint({
  id: 'subscribe',
  method: 'GET',
  path: '/notifications/{userId}/subscribe',
  access: 'self',
  summary: 'Live event stream of the account',
  description:
    'Server-sent events. `changed` carries `{topic, ids, version}`: what moved, never its content. A comment every 25 s keeps the line open. `Last-Event-ID` replays what was missed.',
  params: userPath,
  response: { binary: 'text/event-stream' },
});
