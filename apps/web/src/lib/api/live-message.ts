/**
 * One message of a server-sent event stream. A message without an id has no id here, whereas the browser's EventSource
 * would give it the id of the previous message.
 */
export interface LiveMessage {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/**
 * Parses server-sent events from chunks of text, which may end anywhere. The callback gets `undefined` for a comment,
 * which the server sends as keep-alive.
 */
export function createMessageParser(onMessage: (message: LiveMessage | undefined) => void): (piece: string) => void {
  let rest = '';
  let id: string | undefined;
  let event = 'message';
  let data: string[] = [];
  const onLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onMessage({ id, event, data: data.join('\n') });
      id = undefined;
      event = 'message';
      data = [];
      return;
    }
    if (line.startsWith(':')) {
      onMessage(undefined);
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id') id = value;
  };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
