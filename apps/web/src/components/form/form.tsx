import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { useKeys } from '../../lib/page/keys.ts';
import { holdsInput } from '../../lib/editing/unsaved.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { RefusalNote } from '../ui/refusal-note.tsx';
import { useBelowToasts } from '../ui/use-below-toasts.ts';
import { confirmDiscard } from './leave.ts';
import { ConflictDialog, type ConflictField } from './conflict-dialog.tsx';
import classes from './form.module.css';
import type { AppForm, FormShape } from './form-types.ts';

/** Whether a navigation that stays on the page leaves the form, for example because a panel shows another row. */
type LeaveRule = (from: Location, to: Location) => boolean;

interface FormProps<V extends FormShape> {
  readonly form: AppForm<V>;
  /** The fields of the conflict dialog with their labels. If there are none, a conflict only shows a message. */
  readonly conflictFields?: readonly ConflictField[];
  /**
   * Whether to ask for confirmation when the person leaves with unsaved changes. Default: true. Forms in dialogs set
   * false. A function says which navigations on the same page leave the form too.
   */
  readonly guard?: boolean | LeaveRule;
  /** Whether Ctrl S submits the form. False where that does more than to store what was typed. Default: true. */
  readonly savesByKey?: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}

/**
 * The form element: it submits, handles Ctrl S, shows the error message and the conflict dialog, and asks for
 * confirmation when the person leaves with unsaved changes.
 */
export function Form<V extends FormShape>(props: FormProps<V>) {
  const { form, conflictFields = [], guard = true, savesByKey = true, label, children } = props;
  useKeys({ 'Ctrl s': () => void (savesByKey && form.save()), 'Ctrl Enter': () => void form.save() });
  return (
    <form ref={form.formRef} onSubmit={form.onSubmit} noValidate className={`stack ${classes.form}`} aria-label={label}>
      {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
      {children}
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} fields={conflictFields} />}
      {guard !== false && (
        <DirtyGuard
          count={form.dirtyCount}
          isSaving={form.isSaving}
          isLeft={typeof guard === 'function' ? guard : undefined}
        />
      )}
    </form>
  );
}

/** How far a pointer may move during a press, in pixels. */
const STILL = 5;

/**
 * Lets a press on Save count where the field that it leaves shows an error, which moves the button away from the
 * pointer before it is released.
 */
function keepPress({ target, clientX, clientY }: MouseEvent): void {
  const save = target instanceof Element ? target.closest<HTMLElement>('[type="submit"]') : null;
  if (!save) return;
  const release = (up: globalThis.MouseEvent) => {
    const isStill = Math.hypot(up.clientX - clientX, up.clientY - clientY) < STILL;
    if (isStill && up.target instanceof Node && !save.contains(up.target)) save.click();
  };
  window.addEventListener('mouseup', release, { once: true });
}

/** Asks for confirmation when the person leaves with unsaved changes. */
function DirtyGuard({ count, isSaving, isLeft }: { count: number; isSaving: boolean; isLeft: LeaveRule | undefined }) {
  const live = useRef(count);
  live.current = isSaving ? 0 : count;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      live.current > 0 &&
      nextLocation.pathname !== '/login' &&
      (currentLocation.pathname !== nextLocation.pathname || isLeft?.(currentLocation, nextLocation) === true),
  );
  const isAsked = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked') {
      isAsked.current = false;
      return;
    }
    // Ask only once per blocked navigation, even if the component re-renders.
    if (isAsked.current) return;
    isAsked.current = true;
    const ask = async () => {
      if (await confirmDiscard(count)) blocker.proceed();
      else blocker.reset();
    };
    void ask();
  }, [blocker, count]);
  useEffect(() => holdsInput(() => live.current), []);
  useEffect(() => {
    if (count === 0) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (live.current > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [count]);
  return null;
}

interface SaveBarProps<V extends FormShape> {
  readonly form: AppForm<V>;
  readonly permission?: Permission;
}

/** The bar that appears at the bottom after the first change: "3 unsaved changes", Discard, Save changes. */
export function SaveBar<V extends FormShape>({ form, permission }: SaveBarProps<V>) {
  const t = useT();
  const bar = useBelowToasts<HTMLDivElement>();
  if (form.dirtyCount === 0 && !form.isSaving) return null;
  return (
    <div ref={bar} className={classes.barPlace}>
      <div className={classes.bar} role="region" aria-label={t('saveChanges')} onMouseDown={keepPress}>
        <span role="status">{t('unsavedCount', { count: form.dirtyCount })}</span>
        <Button variant="subtle" disabled={form.isSaving} onClick={form.discard}>
          {t('discard')}
        </Button>
        <ActionButton
          type="submit"
          variant="filled"
          loading={form.isSaving}
          icon={IconDeviceFloppy}
          keys="Ctrl S"
          {...(permission ? { permission } : {})}
        >
          {t('saveChanges')}
        </ActionButton>
      </div>
    </div>
  );
}

interface FormSectionProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** The names of the fields in the section. The title shows how many of these fields have errors. */
  readonly fields?: readonly string[];
  readonly form?: AppForm;
  readonly columns?: 1 | 2 | 3 | 4;
  readonly children: ReactNode;
}

/** A card of fields with a title and at most four columns. */
export function FormSection({ title, hint, fields = [], form, columns = 2, children }: FormSectionProps) {
  const t = useT();
  const wrong = form ? fields.filter((name) => form.errorAt(name) !== undefined).length : 0;
  return (
    <section className={classes.section}>
      <header className={classes.sectionHead}>
        <h2>{title}</h2>
        {hint !== undefined && <span className="quiet">{hint}</span>}
        {wrong > 0 && <span className={classes.wrong}>{t('validation.summary', { count: wrong })}</span>}
      </header>
      <div className={classes.grid} data-columns={columns}>
        {children}
      </div>
    </section>
  );
}

/** Lets a field span all columns of its section. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>;
