/** Where a secret is stored. It cannot be decrypted anywhere else, neither in another row nor in another account. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly accountId: string;
  readonly rowId: string;
}

/** Encrypts texts at rest, so that the database alone does not reveal them. */
export interface Secrets {
  /** Encrypts a text for its place. */
  seal(text: string, place: SecretPlace): string;
  /** Decrypts a text; throws if it was sealed for another place, with an unknown key, or was modified. */
  open(sealed: string, place: SecretPlace): string;
  /** Whether it was sealed with the newest key. */
  isCurrent(sealed: string): boolean;
  /** Equal for equal texts in the same column of an account; reveals nothing of the text without the key. */
  fingerprint(text: string, place: Omit<SecretPlace, 'rowId'>): string;
}
