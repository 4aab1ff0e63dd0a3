import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';

const NAMED_FIELDS = ['supplier', 'orderDate', 'items', 'terms'] as const;
/** A field of a purchase order that a link can name. */
export type NamedField = (typeof NAMED_FIELDS)[number];

/** Gives the focus to the field that the page's URL names, when the page opens. */
export function useNamedField(): void {
  const t = useT();
  const [params] = useSearchParams();
  const wanted = params.get('field');
  useEffect(() => {
    const field = NAMED_FIELDS.find((name) => name === wanted);
    if (!field) return;
    const words: Record<NamedField, readonly string[]> = {
      supplier: [t('purchasing:supplier')],
      orderDate: [t('purchasing:field.orderDate')],
      items: [t('purchasing:items.addFirst'), t('purchasing:items.add')],
      terms: [t('purchasing:terms.add')],
    };
    const named = [...document.querySelectorAll('main label, main button')].find(({ textContent }) =>
      words[field].some((word) => textContent.trim() === word),
    );
    const control = named instanceof HTMLLabelElement ? named.control : named;
    if (!(control instanceof HTMLElement)) return;
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: 'center' });
  }, [wanted, t]);
}
