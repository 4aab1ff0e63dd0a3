import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { ContactLines } from '../../../components/ui/contact-lines.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useSuppliersOf } from '../api.ts';
import classes from './contact.module.css';

/** How to reach the suppliers of a product: address, e-mail and telephone of each. They are changed on its own page. */
export function SupplierContacts({ ids }: { ids: readonly string[] }) {
  const t = useT();
  const suppliers = useSuppliersOf(ids);
  if (suppliers.length === 0) return null;
  return (
    <Card title={t('products:contact.reachTitle')}>
      <ul className={classes.contacts} aria-label={t('products:contact.reachTitle')}>
        {suppliers.map((supplier) => (
          <li key={supplier.id} className={classes.contact}>
            <Link to={paths.supplier(supplier.id, 'overview')} lang={langOf(supplier.companyName)}>
              {supplier.companyName}
            </Link>
            <ContactLines of={supplier} none={t('products:contact.reachNone')} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
