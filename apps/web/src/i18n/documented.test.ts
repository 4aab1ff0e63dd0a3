import { describe, expect, it } from 'vitest';
import { formatDayChart } from '../lib/words/format.ts';
import { t } from './i18n.ts';

// Strings that the source documents prescribe letter for letter, including their spelling.
describe('fixed words', () => {
  it.each([
    ['errors:generic', 'Something went wrong'],
    ['errors:notFoundPage', 'The page you were looking for does not exist'],
    ['errors:tokenGone', 'Your token is gone, please re-login'],
    ['errors:unauthorised', 'The user is not authorized'],
    ['errors:sessionExpired', 'Your session has expired, please login again'],
    ['errors:sessionEnded', 'Session logged out, please log in again to continue.'],
    ['errors:wrongCredentials', 'The username or password entered are incorrect, or the account is inactive.'],
    ['errors:createInvoice', 'An error occurred while trying to create invoice'],
    ['errors:uploadDocument', 'An error occurred while trying to upload document'],
    ['errors:replaceDocument', 'An error occurred while trying to replace document'],
    ['errors:getPurchaseOrder', 'An error occurred trying to get purchase order'],
    ['accounts:register.passwordMatch', 'Password must match'],
    ['accounts:signIn.startTrial', 'Start a free 14-day trial'],
  ] as const)('%s', (key, words) => expect(t(key)).toBe(words));

  it.each([
    ['errors:entityNotFound', 'Error, invoice not found'],
    ['errors:failed_update', 'An error occured trying to update invoice'],
    ['errors:failed_create', 'An error occured trying to create invoice'],
    ['errors:failed_delete', 'An error occured trying to delete invoice'],
    ['errors:failed_get', 'An error occured trying to get invoice'],
    ['errors:failed_search', 'An error occured trying to search invoice'],
    ['errors:failedList', 'Failed to get invoice'],
  ] as const)('%s', (key, words) => expect(t(key, { entity: 'invoice' })).toBe(words));
});

it('days on a chart: dd MMM yy', () => expect(formatDayChart('2026-11-05')).toBe('05 Nov 26'));
