import { rules } from '@quayside/contracts/texts/zh-cn/rules';
import { accounts } from './accounts.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { keys } from './keys.ts';
import { palette } from './palette.ts';
import { security } from './security.ts';
import { shell } from './shell.ts';
import type { Texts } from '../i18n.ts';

const featureTexts = import.meta.glob<Texts>('../../features/*/texts/zh-cn.ts', { eager: true });

/**
 * The strings in Simplified Chinese: sign-in, shell and errors. Other strings fall back to English; `npm run texts`
 * lists them.
 */
export const words = {
  areas: Object.assign(
    { accounts, auth, common, errors, keys, palette, security, shell },
    ...Object.values(featureTexts),
  ) as Texts,
  rules,
};
