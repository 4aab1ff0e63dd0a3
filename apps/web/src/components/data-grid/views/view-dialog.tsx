import type { GridId } from '@quayside/contracts/grids';
import type { View } from '@quayside/contracts/views';
import { type FormEvent, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { CheckInput, TextInput } from '../../form/inputs.tsx';
import { Dialog, DialogButtons } from '../../ui/confirm.tsx';
import type { GridState } from '../grid-state.ts';
import { changeView, addView } from './use-views.ts';
import { viewOf } from './view-state.ts';
import classes from './views.module.css';

/** The purpose of the dialog: to add, rename or duplicate a view. */
export type ViewAsk = { readonly kind: 'add' } | { readonly kind: 'rename' | 'duplicate'; readonly view: View };

interface DialogProps {
  readonly gridId: GridId;
  readonly ask: ViewAsk;
  readonly state: GridState;
  readonly mayShare: boolean;
  readonly onClose: () => void;
  /** Called with the view as the server stored it. */
  readonly onKept: (view: View) => void;
}

/** The dialog that asks for the name of a view, and whether to share the view with the account. */
export function ViewDialog({ gridId, ask, state, mayShare, onClose, onKept }: DialogProps) {
  const t = useT();
  const [name, setName] = useState(
    ask.kind === 'rename'
      ? ask.view.name
      : ask.kind === 'duplicate'
        ? t('views:copyOf', { name: ask.view.name }).slice(0, 60)
        : '',
  );
  const [isShared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const title =
    ask.kind === 'add'
      ? t('views:addTitle')
      : t(ask.kind === 'rename' ? 'views:renameTitle' : 'views:duplicateTitle', { name: ask.view.name });
  const action =
    ask.kind === 'rename' ? t('views:rename') : ask.kind === 'duplicate' ? t('views:duplicate') : t('views:addAction');
  const save = useWrite({
    send: async () => {
      if (ask.kind === 'rename') await changeView(ask.view, { name: name.trim() });
      else
        onKept(
          await addView(gridId, {
            name: name.trim(),
            isShared,
            state: ask.kind === 'duplicate' ? ask.view.state : viewOf(state),
          }),
        );
    },
    failure: { verb: ask.kind === 'rename' ? 'update' : 'create', entity: t('views:entity') },
    isShownInline: true,
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setError(t('validation.required'));
    else save.mutate();
  };
  return (
    <Dialog title={title} size={440} onClose={onClose}>
      <form onSubmit={submit} noValidate className="stack">
        <TextInput
          label={t('views:name')}
          placeholder={t('views:nameHint')}
          value={name}
          maxLength={60}
          data-autofocus
          error={error ?? save.problem}
          onChange={(text) => {
            setName(text);
            setError(undefined);
            save.reset();
          }}
        />
        {ask.kind !== 'rename' && (
          <CheckInput
            label={t('views:share')}
            description={mayShare ? t('views:shareHelp') : t('views:shareDenied')}
            disabled={!mayShare}
            checked={isShared}
            onChange={setShared}
          />
        )}
        {ask.kind === 'add' && <p className={classes.help}>{t('views:addBody')}</p>}
        <div className="row from-end">
          <DialogButtons action={action} onCancel={onClose} isBusy={save.isPending} submit />
        </div>
      </form>
    </Dialog>
  );
}
