import { z } from 'zod';

/** A job that looks through what one account has waiting. */
export const ofAccount = z.strictObject({ accountId: z.uuid() });
/** The same where rows may belong to no account. */
export const ofAccountOrNone = z.strictObject({ accountId: z.uuid().nullable() });
/** A job above accounts. */
export const ofInstallation = z.strictObject({ accountId: z.null() });
