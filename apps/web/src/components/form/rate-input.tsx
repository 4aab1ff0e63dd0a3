import { proposeExchangeRate, type RateProposal } from '@quayside/contracts/rates/exchange-rates';
import { IconCheck, IconSwitchHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { formatDay } from '../../lib/words/format.ts';
import { read } from '../../lib/api/query-client.ts';
import {
  invertRate,
  type ProposedRateDraft,
  type RateDirection,
  rateText,
  typedDirection,
} from '../../lib/words/rate-draft.ts';
import { plainRate, rateFigure, rateWords, shownRate } from '../../lib/words/shown-rate.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { TextInput } from './inputs.tsx';
import classes from './rate-input.module.css';
import { ReadValue } from './read-value.tsx';

interface RateInputProps {
  readonly currency: string;
  readonly accountCurrency: string;
  /** The stored rate: account currency for 1 of `currency`. */
  readonly rate: string | null;
  readonly draft: ProposedRateDraft | undefined;
  /** The day for which a rate is proposed while there is none. */
  readonly on: string | null;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  /** Called with the milliseconds after which it is to be saved, if it need not wait for the next key. */
  readonly onChange: (draft: ProposedRateDraft, ms?: number) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The exchange rate of a record in a foreign currency. It can be typed in either direction. */
export function RateInput(props: RateInputProps) {
  const { currency, accountCurrency, draft, error, isReadOnly, onChange, onFocus, onBlur, onKeyDown } = props;
  const t = useT();
  const id = useId();
  const stored = { rate: props.rate, rateTyped: null };
  const [chosen, setChosen] = useState<RateDirection>();
  const direction = draft?.direction ?? chosen ?? typedDirection(stored);
  const words = (d: RateDirection) =>
    d === 'account' ? { from: currency, to: accountCurrency } : { from: accountCurrency, to: currency };
  const label = t('records:rate.label', words(direction));
  const text = draft?.text ?? rateText(stored, direction);
  const proposal = useProposal(text === '' && !isReadOnly, props);
  if (isReadOnly)
    return <ReadValue label={label}>{text !== '' && <span className="num">{rateFigure(text)}</span>}</ReadValue>;
  const other: RateDirection = direction === 'account' ? 'document' : 'account';
  const both = invertRate(text);
  const turn = () => {
    setChosen(other);
    if (draft) onChange({ text: both === undefined ? draft.text : plainRate(both), direction: other });
  };
  const accept = () => {
    if (!proposal) return;
    const { rate, day } = proposal;
    onChange({ text: rate, direction: 'account', proposed: { rate, day } }, 0);
  };
  return (
    <div>
      <div className={classes.label}>
        <label htmlFor={id}>{label}</label>
        <button
          type="button"
          className={classes.turn}
          aria-label={t('records:rate.turn', words(other))}
          title={t('records:rate.turn', words(other))}
          onClick={turn}
        >
          <IconSwitchHorizontal size={14} stroke={1.75} aria-hidden />
        </button>
      </div>
      <TextInput
        id={id}
        className="num"
        inputMode="decimal"
        error={error}
        value={text}
        onChange={(next) => onChange({ text: next, direction })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey) accept();
          onKeyDown(event);
        }}
        onFocus={onFocus}
        onBlur={onBlur}
        description={
          text === ''
            ? !proposal && t('records:rate.missing')
            : both && t('records:rate.both', { ...words(other), rate: rateFigure(both) })
        }
      />
      {proposal && (
        <div className={classes.proposed}>
          <span className="num">
            {t('records:rate.proposed', {
              rate: rateWords(shownRate(proposal.rate, { document: currency, account: accountCurrency })),
              day: formatDay(proposal.day),
            })}
          </span>
          <ActionButton size="compact-sm" variant="light" icon={IconCheck} keys="↵" onClick={accept}>
            {t('records:rate.accept')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** The rate that is proposed while there is none. */
function useProposal(
  isEmpty: boolean,
  { currency, accountCurrency, on }: Pick<RateInputProps, 'currency' | 'accountCurrency' | 'on'>,
): RateProposal | undefined {
  const isWanted = isEmpty && on !== null && currency !== accountCurrency;
  const proposed = useQuery({
    ...read('exchange-rates', proposeExchangeRate, {
      query: { from: currency, to: accountCurrency, on: on ?? '' },
    }),
    enabled: isWanted,
  });
  return isWanted ? (proposed.data?.proposal ?? undefined) : undefined;
}
