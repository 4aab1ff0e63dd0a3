import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import type { Write } from '../../lib/api/write.ts';
import { useTyped } from '../form/use-typed.ts';
import { Dialog } from '../ui/confirm.tsx';
import { Note } from '../ui/states.tsx';

/** What a bulk change did, or would do. */
interface BulkOutcome {
  readonly counts: { readonly change: number };
}
interface StepsProps<Request, Outcome extends BulkOutcome> {
  readonly title: string;
  readonly request: Request;
  /** The reason why the change cannot be previewed yet; undefined when it can. */
  readonly blocked: string | undefined;
  /** Fetches a preview; nothing is stored. */
  readonly preview: Write<Outcome, Request>;
  readonly edit: Write<Outcome, Request>;
  readonly words: {
    /** The name of the records in the plural, for failures. */
    readonly entities: string;
    /** "Change 3 products". */
    readonly apply: (count: number) => string;
    readonly working: string;
  };
  readonly renderPreview: (outcome: Outcome) => ReactNode;
  /** The content of the first step, such as a form. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The three steps that all dialogs for bulk changes share: choose, preview, apply. */
export function BulkSteps<Request, Outcome extends BulkOutcome>({
  title,
  request,
  blocked,
  preview,
  edit,
  words,
  renderPreview,
  children,
  onClose,
  onDone,
}: StepsProps<Request, Outcome>) {
  const t = useT();
  const [shown, setShown] = useState<Outcome>();
  useTyped(blocked === undefined ? 1 : 0);
  const look = () => {
    if (blocked === undefined) preview.mutate(request, { onSuccess: setShown });
  };
  const apply = () => edit.mutate(request, { onSuccess: onDone });
  const error = preview.error ?? edit.error;
  const change = shown?.counts.change ?? 0;
  return (
    <Dialog
      title={title}
      size={680}
      onClose={onClose}
      footer={
        shown ? (
          <>
            <Button onClick={() => (edit.reset(), setShown(undefined))}>{t('back')}</Button>
            {/* The key makes React mount a new button, which takes the focus that the previous one lost while
                loading. */}
            <Button
              key="apply"
              variant="filled"
              loading={edit.isPending}
              disabled={change === 0}
              onClick={apply}
              autoFocus
            >
              {words.apply(change)}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button variant="filled" loading={preview.isPending} disabled={blocked !== undefined} onClick={look}>
              {t('bulk:look')}
            </Button>
          </>
        )
      }
    >
      {shown ? (
        renderPreview(shown)
      ) : (
        <form onSubmit={(event) => (event.preventDefault(), look())}>
          {children}
          <button type="submit" hidden />
        </form>
      )}
      {(preview.isPending || edit.isPending) && (
        <p className="visually-hidden" role="status">
          {edit.isPending ? words.working : t('bulk:looking')}
        </p>
      )}
      {error && !preview.isPending && !edit.isPending && (
        <Note tone="danger" role="alert">
          {failureText(error, { verb: 'update', entity: words.entities })}
        </Note>
      )}
    </Dialog>
  );
}
