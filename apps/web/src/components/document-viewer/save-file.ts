import { queryClient } from '../../lib/query-client.ts';
import { toastFailure } from '../../lib/toasts.ts';
import { t } from '../../i18n/i18n.ts';
import { bytesQuery, isPdf, type ViewedDocument } from './use-pdf.ts';

/** A link to bytes lives long enough for a slow disk or tab. */
const LINK_MS = 60_000;

type Named = Pick<ViewedDocument, 'id' | 'versionNumber' | 'fileName' | 'contentType'>;

async function linkTo(file: Named): Promise<string> {
  const { blob } = await queryClient.fetchQuery(bytesQuery(file));
  const url = URL.createObjectURL(isPdf(file) ? new Blob([blob], { type: file.contentType }) : blob);
  setTimeout(() => URL.revokeObjectURL(url), LINK_MS);
  return url;
}
const failed = (error: unknown) => toastFailure(error, { verb: 'get', entity: t('documents:entity') });

/** Saves a version of a document under its name. */
export async function saveFile(file: Named): Promise<void> {
  try {
    Object.assign(document.createElement('a'), { href: await linkTo(file), download: file.fileName }).click();
  } catch (error) {
    failed(error);
  }
}

/** Opens a PDF in a tab of its own. */
export async function openInTab(file: Named): Promise<void> {
  // The tab opens with the press itself, or it would count as a pop-up.
  const tab = window.open('', '_blank');
  try {
    const url = await linkTo(file);
    tab?.location.replace(url);
  } catch (error) {
    tab?.close();
    failed(error);
  }
}
