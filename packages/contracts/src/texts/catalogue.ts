import type { RuleTexts } from '@quayside/domain/refusal';
import type { errors } from './en/errors.ts';
import type { headings } from './en/headings.ts';
import type { mails } from './en/mails.ts';
import type { notifications } from './en/notifications.ts';
import type { refusals } from './en/refusals.ts';
import type { rules } from './en/rules.ts';
import type { waiting } from './en/waiting.ts';

/** The English texts, which are complete. Every other language has a subset of these keys. */
export type English = typeof errors &
  typeof rules &
  typeof refusals &
  typeof waiting &
  typeof notifications &
  typeof mails &
  typeof headings;

/** The words of one language: a text per code, or two with `_one` and `_other` where a count decides. */
export type Catalogue = Readonly<Partial<Record<keyof English, string>>>;

type WithoutCount<K> = K extends `${infer Code}_one` | `${infer Code}_other` ? Code : K;
/** Names a text, whatever its language. */
export type TextCode = WithoutCount<keyof English>;

type NamesIn<Words> = Words extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<Code extends TextCode> = Code extends keyof English
  ? NamesIn<English[Code]>
  : NamesIn<English[Extract<keyof English, `${Code}_one` | `${Code}_other`>]> | 'count';

/** What a text can hold: a value as it is shown, another text, or several, which are joined as a list. */
export type Param = string | number | Text | readonly Text[];
/** A text before translation: its code and its values. */
export interface Text {
  readonly code: TextCode;
  readonly params?: Readonly<Record<string, Param>> | undefined;
}

type ParamsOf<Code extends TextCode> = [NamesOf<Code>] extends [never]
  ? []
  : [
      params: Readonly<Record<Exclude<NamesOf<Code>, 'count'>, Param>> &
        ('count' extends NamesOf<Code> ? { readonly count: number } : unknown),
    ];

/** A text of the catalogue. An unknown code or a missing value does not compile. */
export const say = <Code extends TextCode>(code: Code, ...[params]: ParamsOf<Code>): Text => ({
  code,
  ...(params !== undefined && { params }),
});

/** The same for a schema of zod, whose messages are plain strings: `textOfIssue` reads it again. */
export const sayInSchema = <Code extends TextCode>(code: Code, ...[params]: ParamsOf<Code>): string =>
  params === undefined ? code : `${code} ${JSON.stringify(params)}`;

/** The domain knows no catalogue. That every text it names is there, with the same values, is checked here. */
type MissingRuleTexts = {
  [Code in keyof RuleTexts]: Code extends TextCode
    ? [RuleTexts[Code], NamesOf<Code>] extends [NamesOf<Code>, RuleTexts[Code]]
      ? never
      : Code
    : Code;
}[keyof RuleTexts];
type Never<None extends never> = None;
export type EveryRuleTextIsThere = Never<MissingRuleTexts>;
