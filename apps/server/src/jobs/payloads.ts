import { z } from 'zod';

/** The payload of a job for the waiting rows of one account. */
export const ofAccount = z.strictObject({ accountId: z.uuid() });
/** The same, where rows may belong to no account. */
export const ofAccountOrNone = z.strictObject({ accountId: z.uuid().nullable() });
/** The payload of a job above accounts. */
export const ofInstallation = z.strictObject({ accountId: z.null() });
