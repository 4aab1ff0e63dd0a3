import { ERRORS, type ErrorCode } from '@quayside/contracts/errors';
import type { FieldResult } from '@quayside/domain/payables/refusals';
import type { Result } from '@quayside/domain/refusal';
import { AppError, type FieldProblem } from './errors.ts';

type Refusal = Extract<FieldResult<unknown>, { ok: false }>;

const codeOf = (code: string): ErrorCode => {
  if (!Object.hasOwn(ERRORS, code)) throw new RangeError(`There is no refusal ${code}`);
  return code as ErrorCode;
};

/** The problems of a field: what is wrong, and the hint at the mistake if there is one. */
export const problemsOf = ({ field, message, hint }: Refusal): FieldProblem[] => [
  { field, message },
  ...(hint ? [{ field, message: hint }] : []),
];

/** The value of a rule, or its refusal as an error that names the field, by the name that the call has for it. */
export function required<T>(result: FieldResult<T>, names: Readonly<Record<string, string>> = {}): T {
  if (result.ok) return result.value;
  const code = codeOf(result.code);
  throw new AppError(code, {
    errors: problemsOf({ ...result, field: names[result.field] ?? result.field }),
    ...(code !== 'bad_input' && { message: result.message }),
  });
}

/** The value of a rule that concerns no single field, or its refusal. */
export function requiredOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new AppError(codeOf(result.code), { message: result.message });
}
