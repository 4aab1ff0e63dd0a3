import { queryClient } from '../../lib/api/query-client.ts';
import { linkToBlob, saveBlob } from '../../lib/page/save-blob.ts';
import { toastFailure } from '../../lib/toasts/toasts.ts';
import { t } from '../../i18n/i18n.ts';
import { bytesQuery, isPdf, type ViewedDocument } from './use-pdf.ts';

type Named = Pick<ViewedDocument, 'id' | 'versionNumber' | 'fileName' | 'contentType' | 'bytes'>;

async function bytesOf(file: Named): Promise<Blob> {
  const { blob } = await queryClient.fetchQuery(bytesQuery(file));
  return isPdf(file) ? new Blob([blob], { type: file.contentType }) : blob;
}
const failed = (error: unknown) => toastFailure(error, { verb: 'get', entity: t('documents:entity') });

/** Downloads a version of a document under its file name. */
export async function saveFile(file: Named): Promise<void> {
  try {
    saveBlob(await bytesOf(file), file.fileName);
  } catch (error) {
    failed(error);
  }
}

/** Opens a PDF in a new tab. */
export async function openInTab(file: Named): Promise<void> {
  // Open the tab during the click itself, because the browser would block a later pop-up.
  const tab = window.open('', '_blank');
  try {
    const url = linkToBlob(await bytesOf(file));
    tab?.location.replace(url);
  } catch (error) {
    tab?.close();
    failed(error);
  }
}
