import type { Supplier } from '@quayside/contracts/suppliers';
import { Link } from 'react-router';
import { useCountryOptions } from '../../../components/form/choice-fields.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { langOf } from '../../../lib/format.ts';
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
          <Contact key={supplier.id} supplier={supplier} />
        ))}
      </ul>
    </Card>
  );
}

function Contact({ supplier }: { supplier: Supplier }) {
  const t = useT();
  const countries = useCountryOptions();
  const { id, companyName, email, telephone, country } = supplier;
  const address = [
    supplier.addressLine1,
    supplier.addressLine2,
    supplier.addressLine3,
    [supplier.postCode, supplier.city].filter(Boolean).join(' '),
    supplier.state,
    countries.find(({ value }) => value === country)?.label ?? country,
  ].filter((line): line is string => Boolean(line));
  return (
    <li className={classes.contact}>
      <Link to={paths.supplier(id)} lang={langOf(companyName)}>
        {companyName}
      </Link>
      {address.length > 0 && (
        <address className={classes.address} lang={langOf(address.join(' '))}>
          {address.map((line, at) => (
            <span key={`${at} ${line}`}>{line}</span>
          ))}
        </address>
      )}
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}
      {telephone !== null && <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</a>}
      {address.length === 0 && email === null && telephone === null && (
        <span className="quiet">{t('products:contact.reachNone')}</span>
      )}
    </li>
  );
}
