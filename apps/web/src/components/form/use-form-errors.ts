import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { sentences } from '../../lib/errors/failure-text.ts';
import type { FormShape } from './form-types.ts';

/** The errors of a form by field. An error of a nested field also counts as an error of the field that contains it. */
export function useFormErrors<V extends FormShape>(
  { errors, setFieldError, clearFieldError }: UseFormReturnType<V>,
  check: (values: V) => Record<string, string>,
) {
  const isIn = (field: string, path: string) => path.startsWith(`${field}.`);
  const errorAt = (field: string): string | undefined => {
    const found = errors[field] ?? Object.entries(errors).find(([path]) => isIn(field, path))?.[1];
    return typeof found === 'string' ? found : undefined;
  };
  /** Validates one field again. */
  const recheck = (field: string, values: V): void => {
    const found = check(values);
    setFieldError(field, found[field] ?? Object.entries(found).find(([path]) => isIn(field, path))?.[1]);
  };
  const clearErrors = (field: string): void => {
    for (const path of Object.keys(errors)) if (path === field || isIn(field, path)) clearFieldError(path);
  };
  return { errorAt, recheck, clearErrors };
}

const sameCase = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase();

/**
 * The messages of errors at fields that the form does not show, for example because the field appears only with another
 * choice. They are looked for once the errors are rendered. An error of a nested field is shown where one of its
 * neighbours in the same field is.
 */
export function useUnshown(
  errors: Readonly<Record<string, unknown>>,
  formRef: RefObject<HTMLFormElement | null>,
): string | undefined {
  const [unshown, setUnshown] = useState<string>();
  useEffect(() => {
    const form = formRef.current;
    // To read what is shown, the browser lays out the form: not without need.
    if (!form || Object.keys(errors).length === 0) return setUnshown(undefined);
    const byField = Map.groupBy(Object.entries(errors), ([path]) => path.split('.')[0] ?? '');
    // The note with these messages is part of the form.
    const notes = [...form.querySelectorAll<HTMLElement>('[data-failure]')];
    const seen = sameCase(notes.reduce((text, note) => text.replace(note.innerText, ''), form.innerText));
    const messages = [...byField.values()]
      .map((found) => found.flatMap(([, message]) => (typeof message === 'string' ? [message] : [])))
      .filter((found) => found.length > 0 && !found.some((message) => seen.includes(sameCase(message))))
      .flatMap((found) => found.slice(0, 1));
    return setUnshown(messages.length === 0 ? undefined : sentences(messages));
  }, [errors, formRef]);
  return unshown;
}

/** Returns a function that waits until the errors are rendered, and then focuses the first invalid field. */
export function useFocusFirstError(formRef: RefObject<HTMLFormElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const first = formRef.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-error="true"] input, [data-error="true"] button',
    );
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [asked, formRef]);
  return useCallback(() => setAsked((n) => n + 1), []);
}
