import { IconSparkles } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatDay, groupDigits, langOf } from '../../../lib/words/format.ts';
import { marking } from '../marked/marking.ts';
import type { Offer, OfferField } from './offers.ts';
import { useReading } from './reading-context.tsx';
import classes from './reading.module.css';

/**
 * A header field with what the document offers for it. While something is offered, it is marked in the document instead
 * of the value of the field. Alt Enter accepts the first offer, and Alt Shift Enter everything that is certain.
 */
export function OfferedField({
  field,
  spellings,
  children,
}: {
  field: OfferField;
  /** The spellings of the value of the field. */
  spellings: () => readonly string[];
  children: ReactNode;
}) {
  const t = useT();
  const { offers, accept } = useReading();
  const box = useRef<HTMLDivElement>(null);
  const list = offers[field];
  const [first] = list;
  const take = (offer: Offer) => {
    // The button disappears, so the focus goes to the field; without a list that opens over the form.
    const input = box.current?.querySelector('input');
    accept(field, offer);
    if (!offer.isNew && field !== 'supplierId' && field !== 'currency') input?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.altKey || event.shiftKey || !first) return;
    event.preventDefault();
    event.stopPropagation();
    accept(field, first);
  };
  return (
    <div
      ref={box}
      onKeyDownCapture={onKeyDown}
      {...marking(() => (list.length > 0 ? list.map(({ text }) => text) : spellings()))}
    >
      {children}
      {list.length > 0 && (
        <div className={classes.offers}>
          {list.map((offer, at) => (
            <OfferButton
              key={offer.value}
              offer={offer}
              text={textOf(t, field, offer)}
              hasKey={at === 0}
              onTake={() => take(offer)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function OfferButton({
  offer,
  text,
  hasKey,
  onTake,
}: {
  offer: Offer;
  text: string;
  hasKey: boolean;
  onTake: () => void;
}) {
  const t = useT();
  return (
    <button
      type="button"
      className={classes.offer}
      lang={langOf(text)}
      title={t('invoices:reading.from', { text: offer.text, page: offer.page })}
      aria-label={t(offer.isNew ? 'invoices:reading.createSpoken' : 'invoices:reading.useSpoken', { value: text })}
      {...(hasKey ? { 'aria-keyshortcuts': 'Alt+Enter' } : {})}
      onClick={onTake}
      {...marking(() => [offer.text])}
    >
      <IconSparkles size={14} stroke={1.75} aria-hidden />
      <span>{text}</span>
      {hasKey && <kbd aria-hidden>Alt ↵</kbd>}
    </button>
  );
}

function textOf(t: T, field: OfferField, { value, name, isNew, currency }: Offer): string {
  if (isNew) return t('invoices:reading.create', { name: value });
  switch (field) {
    case 'supplierId':
      return name ?? value;
    case 'date':
      return formatDay(value);
    case 'total':
      return currency ? `${currency} ${groupDigits(value)}` : groupDigits(value);
    default:
      return value;
  }
}
