/** The cost of hashing a password; `niceness` lowers the priority of its thread (0 to 19). */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  readonly niceness: number;
}

/** OWASP recommends 19 MiB of memory, two passes and one thread for argon2id. */
export const RECOMMENDED_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, niceness: 10 };

/** A request to the password thread: hash a password, or verify one against a stored hash. */
export type PasswordTask = { readonly password: string } & (
  | { readonly cost: PasswordCost; readonly stored?: undefined }
  | { readonly stored: string }
);
