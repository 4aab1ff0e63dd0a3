import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { useBackHref } from '../../lib/page/back-href.ts';
import { ActionButton } from '../ui/action-button.tsx';
import classes from './form.module.css';
import type { AppForm, FormShape } from './form-types.ts';

interface CreateBarProps<V extends FormShape> {
  readonly form: AppForm<V>;
  /** The label of the primary button, with a verb and a noun: "Add supplier". */
  readonly action: string;
  /** The path that the Cancel button opens. */
  readonly cancelTo: string;
  readonly permission?: Permission;
}

/** The sticky footer of a form that creates a row: Cancel and one primary button. */
export function CreateBar<V extends FormShape>({ form, action, cancelTo, permission }: CreateBarProps<V>) {
  const t = useT();
  const back = useBackHref(cancelTo);
  return (
    <div className={classes.barPlace}>
      <div className={classes.bar} role="region" aria-label={action}>
        <span role="status">{form.dirtyCount > 0 ? t('unsavedCount', { count: form.dirtyCount }) : ''}</span>
        <Button component={Link} to={back} variant="subtle">
          {t('cancel')}
        </Button>
        <ActionButton
          type="submit"
          variant="filled"
          loading={form.isSaving}
          keys="Ctrl S"
          {...(permission ? { permission } : {})}
        >
          {action}
        </ActionButton>
      </div>
    </div>
  );
}
