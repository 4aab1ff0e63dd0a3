/** Does this day not lie in the past? Days compare as text. */
export const isNotPast = (today: string, day: string | null): boolean => day !== null && day >= today;

/** The names as they are sent: without blanks around them, and without the one that was left empty. */
export function givenNames({ firstName, lastName }: { firstName: string; lastName: string }): {
  firstName?: string;
  lastName?: string;
} {
  const [first, last] = [firstName.trim(), lastName.trim()];
  return { ...(first && { firstName: first }), ...(last && { lastName: last }) };
}

/** Asks somebody for a name only who has none at all. */
export const hasNoName = (person: { readonly firstName: string; readonly lastName: string }): boolean =>
  person.firstName.trim() === '' && person.lastName.trim() === '';
