import { SegmentedControl } from '@mantine/core';
import {
  ACCOUNT_CODE_TYPES,
  type AccountCode,
  type AccountCodePaste,
  pasteAccountCodes,
} from '@quayside/contracts/payments/account-codes';
import { ImportDialog } from '../../../components/import/dialog/import-dialog.tsx';
import { SimpleRows } from '../../../components/import/dialog/simple-rows.tsx';
import { tableImport } from '../../../components/import/dialog/table-import.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { type Permission, usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';

interface Asked {
  /** Of rows without a kind. */
  readonly type: AccountCode['type'];
}

/** Imports account codes from pasted cells. */
export const PasteCodesDialog = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog of={codeImport(useT(), usePermission(pasteAccountCodes))} onClose={onClose} />
);

const codeImport = (t: T, permission: Permission) =>
  tableImport<AccountCodePaste, Asked>(t, {
    topic: 'account-codes',
    title: t('payments:codes.pasteTitle'),
    width: 680,
    permission,
    source: { isPastedOnly: true, paste: t('payments:codes.pasteLabel'), pasteHint: t('payments:codes.pasteHint') },
    start: { type: 'PAYMENT' },
    send: (source, { type, ...query }, options) =>
      call(pasteAccountCodes, { body: { text: 'text' in source ? source.text : '', type }, query, ...options }),
    entity: t('payments:codes.entities'),
    count: ({ counts }) => counts.create + counts.update,
    action: (count) => t('payments:codes.pasteAction', { count }),
    leaveOut: (count) => t('payments:codes.onlyValid', { count }),
    areErrorsOfColumns: false,
    summary: ({ counts: { create, update, same } }) => t('payments:codes.found', { create, update, same }),
    questions: ({ choices, choose }) => (
      <div>
        <p className="field-label">{t('payments:codes.pasteType')}</p>
        <SegmentedControl
          size="xs"
          aria-label={t('payments:codes.pasteType')}
          value={choices.type}
          data={ACCOUNT_CODE_TYPES.map((value) => ({ value, label: t(`payments:codes.type.${value}`) }))}
          onChange={(type) => choose({ type })}
        />
      </div>
    ),
    rows: ({ sample }) =>
      sample.length > 0 && (
        <SimpleRows
          label={t('imports:firstRows')}
          heads={(['code', 'name', 'kind', 'effect'] as const).map((head) => t(`payments:codes.${head}`))}
          rows={sample.map(({ code, name, type, action }) => [
            code,
            name,
            t(`payments:codes.type.${type}`),
            t(`payments:codes.action.${action}`),
          ])}
        />
      ),
    onStored: ({ counts }) => {
      toast('success', t('payments:codes.pasted', { count: counts.create + counts.update }), { scope: 'global' });
      void queryClient.invalidateQueries({
        queryKey: ['account-codes'],
        predicate: ({ queryKey }) => queryKey[1] !== 'import',
      });
    },
  });
