/**
 * An LRU cache of the object URLs of loaded pictures. The key consists of the product and the content hash of the
 * picture (`mark`).
 */
export function createPictureCache(
  limit: number,
  fetchUrl: (id: string) => Promise<string>,
  release: (url: string) => void,
) {
  const urls = new Map<string, Promise<string>>();
  return (id: string, mark: string): Promise<string> => {
    const key = `${id} ${mark}`;
    const found = urls.get(key);
    urls.delete(key);
    const url =
      found ??
      fetchUrl(id).catch((error: unknown) => {
        urls.delete(key);
        throw error;
      });
    urls.set(key, url);
    const [oldest] = urls;
    if (urls.size > limit && oldest) {
      urls.delete(oldest[0]);
      void oldest[1].then(release, () => undefined);
    }
    return url;
  };
}
