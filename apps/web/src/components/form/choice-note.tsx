import { useT } from '../../i18n/i18n.ts';
import type { ProductChoice } from './use-product-choices.ts';

/** Says in a list of products what the typed code is, and that a product is discontinued. */
export function ChoiceNote({ choice: { matchedBy, status } }: { choice: ProductChoice }) {
  const t = useT();
  const notes = [
    ...(matchedBy === undefined || matchedBy === 'SKU' ? [] : [t(`choices:by.${matchedBy}`)]),
    ...(status === 'DISCONTINUED' ? [t('status.product.DISCONTINUED')] : []),
  ];
  return notes.length === 0 ? null : <small>{notes.join(' · ')}</small>;
}
