/**
 * The label of the user menu: the first name, or the last name if there is no first name, or else a generic "profile".
 */
export const shownName = ({ firstName, lastName }: { firstName: string; lastName: string }, profile: string): string =>
  firstName.trim() || lastName.trim() || profile;
