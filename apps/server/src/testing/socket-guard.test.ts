import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import { expect, it } from 'vitest';
import { takeAttempts } from './socket-guard.ts';

it('the socket guard blocks a request to another machine and names it', async () => {
  const failure = await fetch('http://example.com/').then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(String((failure as Error).cause ?? failure)).toContain('example.com');
  expect(() => connect(443, '203.0.113.7')).toThrow(/203\.0\.113\.7/);
  expect(() => connect({ port: 443, host: '2001:db8::1' })).toThrow(/2001:db8::1/);
  expect([...new Set(takeAttempts())]).toEqual(['example.com', '203.0.113.7', '2001:db8::1']);
});

it('the socket guard allows a test to connect to itself', async () => {
  const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  for (const host of ['127.0.0.1', 'localhost']) {
    const [word] = (await once(connect(port, host), 'data')) as [Buffer];
    expect(word.toString()).toBe('hello');
  }
  server.close();
  expect(takeAttempts()).toEqual([]);
});
