/** Whether this day is today or later. Days compare as text. */
export const isNotPast = (today: string, day: string | null): boolean => day !== null && day >= today;

/** The names to send: trimmed, without empty ones. */
export function givenNames({ firstName, lastName }: { firstName: string; lastName: string }): {
  firstName?: string;
  lastName?: string;
} {
  const [first, last] = [firstName.trim(), lastName.trim()];
  return { ...(first && { firstName: first }), ...(last && { lastName: last }) };
}

/** Whether to ask for a name: only when the person has neither name. */
export const hasNoName = (person: { readonly firstName: string; readonly lastName: string }): boolean =>
  person.firstName.trim() === '' && person.lastName.trim() === '';
