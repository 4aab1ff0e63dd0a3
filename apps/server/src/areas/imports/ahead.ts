/** Yields the items of `source`. While the caller works on one item, the next one is already being prepared. */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let coming = source.next(); ; ) {
      const { done, value } = await coming;
      if (done) return;
      coming = source.next();
      // An error is thrown when the caller awaits the item; until then it must not count as an unhandled rejection.
      coming.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}
