/** How long object URLs stay valid, in milliseconds. The time allows for a slow disk or tab. */
const LINK_MS = 60_000;

/** Creates an object URL and revokes it after a while. */
export function linkToBlob(blob: Blob): string {
  const href = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(href), LINK_MS);
  return href;
}

/** Downloads a blob as a file with this name. */
export function saveBlob(blob: Blob, name: string): void {
  Object.assign(document.createElement('a'), { href: linkToBlob(blob), download: name }).click();
}
