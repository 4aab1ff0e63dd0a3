import { useCountryOptions } from '../form/choice-fields.tsx';
import { langOf } from '../../lib/words/format.ts';
import classes from './contact-lines.module.css';

/** The fields of a supplier that say how people reach it. */
interface Reachable {
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly addressLine3: string | null;
  readonly postCode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly telephone: string | null;
}

/** The address, e-mail and telephone of a company, the last two as links; or `none` if it has no such field. */
export function ContactLines({ of, none }: { of: Reachable; none: string }) {
  const countries = useCountryOptions();
  const { email, telephone, country } = of;
  const address = [
    of.addressLine1,
    of.addressLine2,
    of.addressLine3,
    [of.postCode, of.city].filter(Boolean).join(' '),
    of.state,
    countries.find(({ value }) => value === country)?.label ?? country,
  ].filter((line): line is string => Boolean(line));
  if (address.length === 0 && email === null && telephone === null) return <span className="quiet">{none}</span>;
  return (
    <div className={classes.lines}>
      {address.length > 0 && (
        <address className={classes.address} lang={langOf(address.join(' '))}>
          {address.map((line, at) => (
            <span key={`${at} ${line}`}>{line}</span>
          ))}
        </address>
      )}
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}
      {telephone !== null && <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</a>}
    </div>
  );
}
