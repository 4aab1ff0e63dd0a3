/** A link to bytes lives long enough for a slow disk or tab. */
const LINK_MS = 60_000;

/** A link to bytes that the page holds, for a while. */
export function linkToBlob(blob: Blob): string {
  const href = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(href), LINK_MS);
  return href;
}

/** Saves bytes under a name, where the browser keeps downloads. */
export function saveBlob(blob: Blob, name: string): void {
  Object.assign(document.createElement('a'), { href: linkToBlob(blob), download: name }).click();
}
