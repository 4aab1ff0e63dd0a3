import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { t } from '../../../i18n/i18n.ts';
import { type CallInput, callLargeFile } from '../../../lib/api/call.ts';
import { saveBlob } from '../../../lib/page/save-blob.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';

/** The abort signal and the progress callback of an export. */
interface ExportWatch {
  readonly signal?: AbortSignal;
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Downloads all rows that match a filter as a file, and shows the outcome in a toast. Returns true when the file was
 * saved.
 */
export async function exportRows<E extends EndpointSpec>(
  endpoint: E,
  input: CallInput<E>,
  { signal, onBytes }: ExportWatch = {},
): Promise<boolean> {
  try {
    const { blob, name } = await callLargeFile(endpoint, { ...input, ...(signal ? { signal } : {}) }, (bytes) =>
      onBytes?.(bytes),
    );
    saveBlob(blob, name);
    toast('success', t('views:exported', { file: name }), { scope: 'global' });
    return true;
  } catch (error) {
    if (!signal?.aborted) toastFailure(error, { verb: 'get', entity: t('views:export').toLowerCase() });
    return false;
  }
}
