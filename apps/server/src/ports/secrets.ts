/** Where a secret is stored. It opens there and nowhere else: not in another row, and not in another account. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly accountId: string;
  readonly rowId: string;
}

/** Keeps texts at rest so that the database alone does not give them away. */
export interface Secrets {
  /** Encrypts a text for its place. */
  seal(text: string, place: SecretPlace): string;
  /** Gives the text back; throws where it was sealed for another place, with a key that is not there, or was changed. */
  open(sealed: string, place: SecretPlace): string;
  /** Whether it was sealed with the newest key. */
  isCurrent(sealed: string): boolean;
  /** The same for the same text in the same column of an account; says nothing of the text without the key. */
  fingerprint(text: string, place: Omit<SecretPlace, 'rowId'>): string;
}
