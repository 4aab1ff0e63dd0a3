import type { RuleTexts } from '@quayside/domain/refusal';
import type { errors } from './en/errors.ts';
import type { headings } from './en/headings.ts';
import type { mails } from './en/mails.ts';
import type { notifications } from './en/notifications.ts';
import type { refusals } from './en/refusals.ts';
import type { rules } from './en/rules.ts';
import type { waiting } from './en/waiting.ts';

/** The English texts, which are complete. Every other language has a subset of these keys. */
type English = typeof errors &
  typeof rules &
  typeof refusals &
  typeof waiting &
  typeof notifications &
  typeof mails &
  typeof headings;

/**
 * The texts of one language by code. A text that depends on a count has two entries, with the suffixes `_one` and
 * `_other`.
 */
export type Catalogue = Readonly<Partial<Record<keyof English, string>>>;

type WithoutCount<K> = K extends `${infer Code}_one` | `${infer Code}_other` ? Code : K;
/** The code of a text, without the suffix that depends on a count. */
export type TextCode = WithoutCount<keyof English>;

type NamesIn<Words> = Words extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<Code extends TextCode> = Code extends keyof English
  ? NamesIn<English[Code]>
  : NamesIn<English[Extract<keyof English, `${Code}_one` | `${Code}_other`>]> | 'count';

/**
 * A value in a text: a string or number that is shown unchanged, another text, or several texts that are joined as a
 * list.
 */
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

/** Creates a text of the catalogue. An unknown code or a missing value does not compile. */
export const say = <Code extends TextCode>(code: Code, ...[params]: ParamsOf<Code>): Text => ({
  code,
  ...(params !== undefined && { params }),
});

/** Like `say`, for the messages of a Zod schema, which are plain strings. `textOfIssue` parses such a message. */
export const sayInSchema = <Code extends TextCode>(code: Code, ...[params]: ParamsOf<Code>): string =>
  params === undefined ? code : `${code} ${JSON.stringify(params)}`;

/**
 * The domain does not import the catalogue, so it declares its texts itself (`RuleTexts`). This type lists the codes
 * that the catalogue lacks, or whose English text has different placeholders; it must be `never`.
 */
type MissingRuleTexts = {
  [Code in keyof RuleTexts]: Code extends TextCode
    ? [RuleTexts[Code], NamesOf<Code>] extends [NamesOf<Code>, RuleTexts[Code]]
      ? never
      : Code
    : Code;
}[keyof RuleTexts];
type Never<None extends never> = None;
export type EveryRuleTextIsThere = Never<MissingRuleTexts>;
