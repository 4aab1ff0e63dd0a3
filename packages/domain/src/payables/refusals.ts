import { refuse, type RuleText } from '../refusal.ts';

/** A `Result` that also names the field of the request, such as `payments.2.amount`; positions are counted from 0. */
export type FieldResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly code: string;
      readonly field: string;
      readonly message: RuleText;
      /** A second sentence that may explain the mistake. */
      readonly hint?: RuleText;
    };

type FieldRefusal = Extract<FieldResult<never>, { ok: false }>;

/** Creates the refusal of a field. The code is that of a wrong value unless another one is given. */
export const refuseField = (field: string, message: RuleText, code = 'bad_input'): FieldRefusal => ({
  ...refuse(code, message),
  field,
});
