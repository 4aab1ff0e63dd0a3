/** m = 19 MiB, t = 2, p = 1 (OWASP password storage, argon2id). */
export const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What the thread for passwords is asked: to hash one, or to compare one with what is stored. */
export type PasswordTask = { readonly password: string } & (
  | { readonly options: typeof OPTIONS; readonly stored?: undefined }
  | { readonly stored: string }
);
