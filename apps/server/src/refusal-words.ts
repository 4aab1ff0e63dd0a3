/**
 * Returns one sentence that says why a start failed. Errors of the file system are put into words; other errors already
 * have a readable message.
 */
export function refusalWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const place = path ?? 'A file';
  if (code === 'EACCES' || code === 'EPERM')
    return (
      `${place} belongs to another user, perhaps because Quayside was started as root before. ` +
      'Start it as that user again, or choose another DATA_DIR.'
    );
  if (code === 'EROFS') return `${place} is on a file system that is read-only. Mount it writable, or choose another.`;
  if (code === 'ENOSPC') return `the disk of ${place} is full.`;
  return error.message;
}
