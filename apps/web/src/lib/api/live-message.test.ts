import { describe, expect, it } from 'vitest';
import { createMessageParser, type LiveMessage } from './live-message.ts';

function parse(...pieces: string[]): (LiveMessage | undefined)[] {
  const seen: (LiveMessage | undefined)[] = [];
  const feed = createMessageParser((message) => seen.push(message));
  for (const piece of pieces) feed(piece);
  return seen;
}

describe('server-sent events', () => {
  it('reads a named event with its id', () => {
    expect(parse('id: 7\nevent: changed\ndata: {"topic":"products"}\n\n')).toEqual([
      { id: '7', event: 'changed', data: '{"topic":"products"}' },
    ]);
  });
  it('accepts chunks that are cut anywhere', () => {
    const text = 'id: 7\r\nevent: changed\r\ndata: a\r\ndata: b\r\n\r\n';
    for (let cut = 1; cut < text.length; cut += 1)
      expect(parse(text.slice(0, cut), text.slice(cut)), `cut at ${cut}`).toEqual([
        { id: '7', event: 'changed', data: 'a\nb' },
      ]);
  });
  it('reports a comment as a keep-alive and drops an event without data', () => {
    expect(parse(': still here\n\nevent: changed\n\n')).toEqual([undefined]);
  });
  it('resets the event name after each message', () => {
    expect(parse('event: INFO\ndata: 1\n\ndata: 2\n\n').map((m) => m?.event)).toEqual(['INFO', 'message']);
  });
  it('does not carry an id over to the next message', () => {
    expect(parse('id: 7\ndata: 1\n\nevent: reset\ndata: {}\n\n').map((m) => m?.id)).toEqual(['7', undefined]);
  });
});
