import { IconFileTypePdf } from '@tabler/icons-react';
import { type Feature, MANAGEMENT } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

/**
 * The list of documents is missing here, because it shares its tabs with the list of invoices; see
 * `app/joined-screens.ts`.
 */
export const documentsFeature: Feature = {
  name: 'documents',
  screens: [
    {
      path: '/invoice-matching/:documentId',
      load: () => import('./matching/matching.page.tsx').then((m) => m.MatchingPage),
      need: MANAGEMENT,
    },
  ],
  palette: [{ label: 'documents:title', icon: IconFileTypePdf, to: paths.documents(), need: MANAGEMENT }],
  found: [
    { type: 'DOCUMENT', heading: 'documents:title', icon: IconFileTypePdf, path: ({ id }) => paths.document(id) },
  ],
};
