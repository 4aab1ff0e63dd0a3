/** Whether a day is today or later. Days in the format yyyy-MM-dd can be compared as text. */
export const isNotPast = (today: string, day: string | null): boolean => day !== null && day >= today;

/** The names to send. They are trimmed, and empty ones are left out. */
export function givenNames({ firstName, lastName }: { firstName: string; lastName: string }): {
  firstName?: string;
  lastName?: string;
} {
  const [first, last] = [firstName.trim(), lastName.trim()];
  return { ...(first && { firstName: first }), ...(last && { lastName: last }) };
}

/** Whether a person has neither a first nor a last name. Such a person is asked for a name. */
export const hasNoName = (person: { readonly firstName: string; readonly lastName: string }): boolean =>
  person.firstName.trim() === '' && person.lastName.trim() === '';
