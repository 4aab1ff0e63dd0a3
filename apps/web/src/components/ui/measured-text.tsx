import type { ReactNode } from 'react';
import { IN_FULL, type MeasureWords, ROUNDED } from '../../lib/words/measure-words.ts';

interface MeasuredTextProps {
  /** Writes the text with the given words for measures. */
  readonly children: (words: MeasureWords) => string;
}

/** A text with measures. If one of them is rounded, the tooltip has the text with all of them in full. */
export function MeasuredText({ children }: MeasuredTextProps) {
  const [text, full] = [children(ROUNDED), children(IN_FULL)];
  return text === full ? text : <span title={full}>{text}</span>;
}

/** A volume: "7.336 m³", in full in its tooltip. */
export const cubicMetres = (value: string | null): ReactNode => (
  <MeasuredText>{(words) => words.cubicMetres(value)}</MeasuredText>
);

/** A weight: "1,975.6 kg", in full in its tooltip. */
export const kilograms = (value: string | null): ReactNode => (
  <MeasuredText>{(words) => words.kilograms(value)}</MeasuredText>
);
