/** The server's end of a live stream. The stream stays open until the page or the test closes it. */
export function openEventStream() {
  const lines = new Set<ReadableStreamDefaultController<string>>();
  return {
    answer(signal: AbortSignal): Response {
      const body = new ReadableStream<string>({
        start(line) {
          lines.add(line);
          signal.addEventListener('abort', () => {
            if (lines.delete(line)) line.error(new DOMException('The page closed the stream.', 'AbortError'));
          });
        },
      });
      const bytes = body.pipeThrough(new TextEncoderStream());
      return new Response(bytes, { headers: { 'Content-Type': 'text/event-stream' } });
    },
    send(event: string, data: unknown): void {
      for (const line of lines) line.enqueue(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    close(): void {
      for (const line of lines) line.close();
      lines.clear();
    },
  };
}
