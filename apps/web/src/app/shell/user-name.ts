/** What the menu calls a person: the first name, else the last, else that this is a profile. */
export const shownName = ({ firstName, lastName }: { firstName: string; lastName: string }, profile: string): string =>
  firstName.trim() || lastName.trim() || profile;
