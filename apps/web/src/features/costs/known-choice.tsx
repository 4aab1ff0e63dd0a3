import { Button, Radio } from '@mantine/core';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { IconHistory } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DayInput } from '../../components/form/day-field.tsx';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useTimeZone } from '../../lib/session/account.ts';
import { formatDay } from '../../lib/words/format.ts';
import { ChoiceChip } from './choice-chip.tsx';
import { type Known, TODAY } from './known.ts';
import { useKnown } from './use-known.ts';

const KINDS = ['today', 'asKnownOn', 'datedBy'] as const;

/** The chip "As known today". It lets the person choose as of which day costs are shown. */
export function KnownChoice() {
  const t = useT();
  const [known, setKnown] = useKnown();
  const value =
    known.kind === 'today'
      ? t('costs:known.today')
      : t(known.kind === 'asKnownOn' ? 'costs:known.on' : 'costs:known.upTo', { day: formatDay(known.day) });
  return (
    <ChoiceChip label={t('costs:known.label')} value={value} dialog={t('costs:known.choose')}>
      {(close) => <Choices known={known} onChoose={(next) => (setKnown(next), close())} />}
    </ChoiceChip>
  );
}

function Choices({ known, onChoose }: { known: Known; onChoose: (next: Known) => void }) {
  const t = useT();
  const zone = useTimeZone();
  const name = useId();
  const [kind, setKind] = useState<Known['kind']>(known.kind);
  // If no day is chosen yet, the day 30 days ago is preselected.
  const [day, setDay] = useState(() => (known.kind === 'today' ? addDays(todayIn(Date.now(), zone), -30) : known.day));
  return (
    <>
      <div className="stack" data-gap="12" role="radiogroup" aria-label={t('costs:known.choose')}>
        {KINDS.map((option) => (
          <Radio
            key={option}
            size="xs"
            name={name}
            label={t(`costs:known.options.${option}`)}
            description={t(`costs:known.help.${option}`)}
            checked={kind === option}
            data-autofocus={kind === option || undefined}
            onChange={() => setKind(option)}
          />
        ))}
      </div>
      {kind !== 'today' && <DayInput label={t('costs:known.day')} value={day} onChange={setDay} />}
      <div className="row from-end">
        <Button
          variant="filled"
          size="xs"
          disabled={kind !== 'today' && day === ''}
          onClick={() => onChoose(kind === 'today' ? TODAY : { kind, day })}
        >
          {t('apply')}
        </Button>
      </div>
    </>
  );
}

/** A banner for costs that are not those of today, with a button that returns to today. */
export function KnownBanner() {
  const t = useT();
  const [known, setKnown] = useKnown();
  if (known.kind === 'today') return null;
  return (
    <Note
      tone="info"
      icon={IconHistory}
      role="status"
      action={
        <Button size="xs" onClick={() => setKnown(TODAY)}>
          {t('costs:known.back')}
        </Button>
      }
    >
      <b>{t(`costs:known.banner.${known.kind}`, { day: formatDay(known.day) })}</b>{' '}
      {t(`costs:known.bannerHint.${known.kind}`)}
    </Note>
  );
}
