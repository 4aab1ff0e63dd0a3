import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { CheckInput, TextAreaInput } from '../../form/inputs.tsx';
import { useTyped } from '../../form/use-typed.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../ui/confirm.tsx';
import { ErrorState, Note } from '../../ui/states.tsx';
import { type ImportSource, SourceField } from './import-source.tsx';
import type { BaseChoices, Checked, OneCallImport } from './one-call.ts';
import { usePreview } from './use-preview.ts';

// The dialog of every import that is one call: it asks for a file or cells, shows what a dry run says, and stores.

interface DialogProps<Result extends Checked, Choices extends BaseChoices, Stored> {
  readonly of: OneCallImport<Result, Choices, Stored>;
  readonly onClose: () => void;
}

/** Imports a file or pasted cells. Before anything is stored, it shows what the import would do. */
export function ImportDialog<R extends Checked, C extends BaseChoices, S>({ of, onClose }: DialogProps<R, C, S>) {
  const [source, setSource] = useState<ImportSource | undefined>(
    of.pasted === undefined ? undefined : { text: of.pasted },
  );
  const onBack = of.pasted === undefined ? () => setSource(undefined) : onClose;
  if (of.source.isPastedOnly) return <Typed of={of} onClose={onClose} />;
  if (source) return <Preview of={of} source={source} onBack={onBack} onClose={onClose} />;
  return (
    <Dialog title={of.title} onClose={onClose} size={620}>
      <SourceField words={of.source} permission={of.permission} onSource={setSource} />
    </Dialog>
  );
}

const DELAY_MS = 300;

/** The import of cells that are pasted or typed above their preview. */
function Typed<R extends Checked, C extends BaseChoices, S>({ of, onClose }: DialogProps<R, C, S>) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, DELAY_MS);
  return (
    <Preview
      of={of}
      source={settled.trim() === '' ? undefined : { text: settled }}
      isTyping={settled !== text}
      above={
        <TextAreaInput
          data-autofocus
          label={of.source.paste}
          description={of.source.pasteHint}
          rows={5}
          value={text}
          autoComplete="off"
          onChange={setText}
        />
      }
      onBack={onClose}
      onClose={onClose}
    />
  );
}

interface PreviewProps<R extends Checked, C extends BaseChoices, S> extends DialogProps<R, C, S> {
  readonly source: ImportSource | undefined;
  readonly isTyping?: boolean;
  readonly above?: ReactNode;
  readonly onBack: () => void;
}

function Preview<R extends Checked, C extends BaseChoices, S>(props: PreviewProps<R, C, S>) {
  const { of, source, isTyping = false, above, onBack, onClose } = props;
  const t = useT();
  useTyped(source ? 1 : 0);
  const { checked, result, choices, choose, storing, canStore, store } = usePreview(of, source, onClose);
  const isReady = canStore && !isTyping;
  useKeys({ 'Ctrl Enter': () => isReady && !storing.isPending && store() });
  const { body, action, passFocusOn } = useFocusOnAction(isReady, result !== undefined);
  const file = source && 'file' in source ? source.file.name : undefined;
  const title = file === undefined ? of.title : (of.titleOf?.(file) ?? file);
  const fail = result?.counts.fail ?? 0;
  const leaveOut = of.leaveOut && fail > 0 && (
    <LeaveOut
      words={of.leaveOut(fail)}
      isChosen={choices.isOnlyValid}
      onChoose={(isOnlyValid) => choose({ isOnlyValid } as Partial<C>)}
    />
  );
  const back = of.other !== undefined && <ActionButton onClick={onBack}>{of.other}</ActionButton>;
  const close = (
    <ActionButton variant="filled" onClick={onClose}>
      {t('close')}
    </ActionButton>
  );
  const buttons = (
    <DialogButtons
      action={of.action(result)}
      onCancel={back ? onClose : onBack}
      onAction={store}
      isBusy={storing.isPending}
      isBlocked={!isReady}
      actionRef={action}
      keys="Ctrl ↵"
    />
  );
  const footer = (
    <>
      {back}
      {result && of.isOnlyShown?.(result) ? close : buttons}
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} size={of.width ?? 760} footer={footer}>
      {/* It has the focus until the rows are checked, so that Enter does not press the button that closes. */}
      <div
        className="stack"
        ref={body}
        tabIndex={-1}
        data-autofocus={above === undefined || undefined}
        style={{ outline: 'none' }}
        // The rows may be checked before the dialog gets the focus.
        onFocus={passFocusOn}
      >
        {above}
        {source && checked.isError && (
          <ErrorState
            error={checked.error}
            record={of.preview ?? t('previewEntity')}
            onRetry={() => void checked.refetch()}
          />
        )}
        {source && checked.isPending && <Skeleton height={200} role="status" aria-label={t('loading')} />}
        {result && of.show({ result, choices, choose, isStale: checked.isFetching, leaveOut })}
        {storing.problem && (
          <Note tone="danger" role="alert">
            {storing.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

interface LeaveOutProps {
  readonly words: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

const LeaveOut = ({ words, isChosen, onChoose }: LeaveOutProps) => (
  <Note tone="danger">
    <CheckInput label={words} checked={isChosen} onChange={onChoose} />
  </Note>
);

/** As soon as the rows can be stored, Enter stores them; a question gets the focus first. A field keeps it. */
function useFocusOnAction(isReady: boolean, isChecked: boolean) {
  const body = useRef<HTMLDivElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const passFocusOn = () => {
    const focused = document.activeElement;
    if (focused !== body.current && focused !== document.body) return;
    if (isReady) action.current?.focus({ preventScroll: true });
    else if (isChecked) body.current?.querySelector<HTMLElement>('select[data-autofocus]')?.focus();
  };
  useEffect(passFocusOn, [isReady, isChecked]);
  return { body, action, passFocusOn };
}
