import { SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  ACCOUNT_CODE_TYPES,
  type AccountCode,
  type AccountCodePaste,
  pasteAccountCodes,
} from '@quayside/contracts/account-codes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckInput, TextAreaInput } from '../../../components/form/inputs.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toasts.ts';
import { useWrite } from '../../../lib/write.ts';
import classes from '../payments.module.css';

const DELAY_MS = 300;
type Type = AccountCode['type'];

/** Imports account codes from pasted cells. Before anything is stored, it shows what the import would do. */
export function PasteCodesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState('');
  useTyped(text === '' ? 0 : 1);
  const [type, setType] = useState<Type>('PAYMENT');
  const [isOnlyValid, setOnlyValid] = useState(false);
  const [settled] = useDebouncedValue(text, DELAY_MS);
  const hasText = settled.trim() !== '';
  const send = (isDryRun: boolean, idempotencyKey?: string) =>
    call(pasteAccountCodes, {
      query: { dryRun: isDryRun ? 'true' : 'false', onlyValid: isOnlyValid ? 'true' : 'false' },
      body: { text: settled, type },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  const checked = useQuery({
    queryKey: ['account-codes', 'paste', settled, type] as const,
    queryFn: () => send(true),
    enabled: hasText,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const importing = useWrite({
    send: (_: { text: string; type: Type; isOnlyValid: boolean }, key) => send(false, key()),
    failure: { verb: 'create', entity: t('payments:codes.entities') },
    isShownInline: true,
    onSuccess: ({ counts }) => {
      toast('success', t('payments:codes.pasted', { count: counts.create + counts.update }), { scope: 'global' });
      onClose();
    },
  });
  const result = hasText && !checked.isError ? checked.data : undefined;
  const count = result ? result.counts.create + result.counts.update : 0;
  const hasErrors = (result?.counts.fail ?? 0) > 0;
  return (
    <Dialog
      title={t('payments:codes.pasteTitle')}
      onClose={onClose}
      size={680}
      footer={
        <DialogButtons
          action={t('payments:codes.pasteAction', { count })}
          onCancel={onClose}
          onAction={() => importing.mutate({ text: settled, type, isOnlyValid })}
          isBusy={importing.isPending}
          isBlocked={count === 0 || checked.isFetching || settled !== text || (hasErrors && !isOnlyValid)}
        />
      }
    >
      <div className="stack">
        <TextAreaInput
          data-autofocus
          label={t('payments:codes.pasteLabel')}
          description={t('payments:codes.pasteHint')}
          rows={5}
          value={text}
          autoComplete="off"
          onChange={(next) => (importing.reset(), setText(next))}
        />
        <div>
          <p className="field-label">{t('payments:codes.pasteType')}</p>
          <SegmentedControl
            size="xs"
            aria-label={t('payments:codes.pasteType')}
            value={type}
            data={ACCOUNT_CODE_TYPES.map((value) => ({ value, label: t(`payments:codes.type.${value}`) }))}
            onChange={(next) => setType(next as Type)}
          />
        </div>
        {hasText && checked.isError && (
          <ErrorState error={checked.error} record={t('previewEntity')} onRetry={() => void checked.refetch()} />
        )}
        {hasText && checked.isPending && <Skeleton height={80} aria-label={t('loading')} />}
        {result && <Result result={result} isOnlyValid={isOnlyValid} onOnlyValid={setOnlyValid} />}
        {importing.problem && (
          <Note tone="danger" role="alert">
            {importing.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

interface ResultProps {
  readonly result: AccountCodePaste;
  readonly isOnlyValid: boolean;
  readonly onOnlyValid: (isOnly: boolean) => void;
}

function Result({ result: { counts, sample, errors }, isOnlyValid, onOnlyValid }: ResultProps) {
  const t = useT();
  return (
    <>
      <p role="status">
        {t('payments:codes.found', { create: counts.create, update: counts.update, same: counts.same })}
      </p>
      {errors.length > 0 && (
        <>
          <ScrollRegion label={t('payments:codes.errors')} className={classes.scroll}>
            <SimpleTable label={t('payments:codes.errors')} row={{ pad: 4 }}>
              <thead>
                <tr>
                  <th scope="col">{t('payments:codes.row')}</th>
                  <th scope="col">{t('payments:codes.cell')}</th>
                  <th scope="col">{t('payments:codes.problem')}</th>
                </tr>
              </thead>
              <tbody>
                {errors.map(({ row, value, message }) => (
                  <tr key={`${row} ${message}`}>
                    <td>{row}</td>
                    <td>{value}</td>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </SimpleTable>
          </ScrollRegion>
          <CheckInput
            label={t('payments:codes.onlyValid', { count: counts.fail })}
            checked={isOnlyValid}
            onChange={onOnlyValid}
          />
        </>
      )}
      {sample.length > 0 && (
        <ScrollRegion label={t('payments:codes.sample')} className={classes.scroll}>
          <SimpleTable label={t('payments:codes.sample')} row={{ pad: 4 }}>
            <thead>
              <tr>
                <th scope="col">{t('payments:codes.code')}</th>
                <th scope="col">{t('payments:codes.name')}</th>
                <th scope="col">{t('payments:codes.kind')}</th>
                <th scope="col">{t('payments:codes.effect')}</th>
              </tr>
            </thead>
            <tbody>
              {sample.map(({ row, code, name, type, action }) => (
                <tr key={row}>
                  <td>{code}</td>
                  <td>{name}</td>
                  <td>{t(`payments:codes.type.${type}`)}</td>
                  <td>{t(`payments:codes.action.${action}`)}</td>
                </tr>
              ))}
            </tbody>
          </SimpleTable>
        </ScrollRegion>
      )}
    </>
  );
}
