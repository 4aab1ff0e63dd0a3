/** What hashing a password costs; `niceness` is how far the thread gives way to others (0 to 19). */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  readonly niceness: number;
}

/** m = 19 MiB, t = 2, p = 1 (OWASP password storage, argon2id). */
export const RECOMMENDED_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, niceness: 10 };

/** What the thread for passwords is asked: to hash one, or to compare one with what is stored. */
export type PasswordTask = { readonly password: string } & (
  | { readonly cost: PasswordCost; readonly stored?: undefined }
  | { readonly stored: string }
);
