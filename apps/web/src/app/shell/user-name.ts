/** The label of the user menu: the first name, else the last name, else a generic "profile". */
export const shownName = ({ firstName, lastName }: { firstName: string; lastName: string }, profile: string): string =>
  firstName.trim() || lastName.trim() || profile;
