/**
 * Where a secret is stored. A secret that was encrypted for one place cannot be decrypted for another: another row,
 * column, table or account.
 */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly accountId: string;
  readonly rowId: string;
}

/** Encrypts strings before they are stored, so that the database alone does not reveal them. */
export interface Secrets {
  /** Encrypts a string that is to be stored in this place. */
  seal(text: string, place: SecretPlace): string;
  /** Decrypts a string. Throws if it was encrypted for another place or with an unknown key, or was modified. */
  open(sealed: string, place: SecretPlace): string;
  /** Whether a string was encrypted with the newest key. */
  isCurrent(sealed: string): boolean;
  /**
   * A keyed hash, equal for equal strings in the same column of an account. Without the key, it reveals nothing about
   * the string.
   */
  fingerprint(text: string, place: Omit<SecretPlace, 'rowId'>): string;
}
