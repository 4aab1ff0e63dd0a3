import { rules } from '@quayside/contracts/texts/zh-cn/rules';
import { accounts } from './accounts.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { profile } from './profile.ts';
import { shell } from './shell.ts';

/** Chinese (Simplified): sign-in, shell and errors. English stands in for the rest; `npm run texts` lists it. */
export const words = { areas: { accounts, auth, common, errors, profile, shell }, rules };
