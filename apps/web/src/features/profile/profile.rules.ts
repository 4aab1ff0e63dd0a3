/** Does this day not lie in the past? Days compare as text. */
export const isNotPast = (today: string, day: string | null): boolean => day !== null && day >= today;

/** Asks somebody for a name only who has none at all. */
export const hasNoName = (person: { readonly firstName: string; readonly lastName: string }): boolean =>
  person.firstName.trim() === '' && person.lastName.trim() === '';
