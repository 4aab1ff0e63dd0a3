import { z } from 'zod';

/** The payload of a job that works on the data of one account. */
export const ofAccount = z.strictObject({ accountId: z.uuid() });
/** The payload of a job that works on the data of one account, or on data that belongs to no account (null). */
export const ofAccountOrNone = z.strictObject({ accountId: z.uuid().nullable() });
/** The payload of a job that works outside any account. */
export const ofInstallation = z.strictObject({ accountId: z.null() });
