import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { CheckInput } from '../../form/inputs.tsx';
import { Note } from '../../ui/states.tsx';

/** Whether rows that count cartons of a product with units per case are counted as units. */
export interface CartonChoice {
  readonly cartons?: 'UNITS' | undefined;
}

interface QuestionProps {
  /** How many rows count cartons; undefined: none. */
  readonly count: number | undefined;
  readonly choices: CartonChoice;
  readonly choose: (next: CartonChoice) => void;
}

/** Says that rows count cartons, and lets the person have them counted as units. */
export function CartonQuestion({ count = 0, choices, choose }: QuestionProps) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Note tone="info">
      <p>{t('imports:cartons.found', { count, formatted: formatCount(count) })}</p>
      <CheckInput
        label={t('imports:cartons.asUnits')}
        checked={choices.cartons === 'UNITS'}
        onChange={(isCounted) => choose({ cartons: isCounted ? 'UNITS' : undefined })}
      />
    </Note>
  );
}
