import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isNetworkError } from '../../../lib/errors/api-error.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { useWrite } from '../../../lib/api/write.ts';
import type { BaseChoices, Checked, OneCallImport, SentImport } from './one-call.ts';
import { idOfSource, type ImportSource } from './import-source.tsx';

/** The dry run of an import, with what a person chooses about it, and the write that stores it. */
export function usePreview<R extends Checked, C extends BaseChoices, S>(
  of: OneCallImport<R, C, S>,
  source: ImportSource | undefined,
  onClose: () => void,
) {
  const [choices, setChoices] = useState(of.start);
  const { isOnlyValid, ...asked } = choices;
  const from = source && idOfSource(source);
  const checked = useQuery({
    // The word "import" keeps a preview that is about to close from being asked for again after its own import.
    queryKey: [of.topic, 'import', of.into, from, asked] as const,
    queryFn: source && of.isReady !== false ? ({ signal }) => of.check(source, choices, signal) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const result = source && !checked.isError ? checked.data : undefined;
  useCheckedAgain(of.version, () => void checked.refetch());
  const keyOf = useIntentKey();
  const storing = useWrite({
    send: ({ key, ...sent }: SentImport<R, C> & { readonly key: string }) => of.store(sent, key),
    failure: { verb: of.verb ?? 'create', entity: of.entity },
    isShownInline: true,
    onSuccess: (stored) => {
      onClose();
      of.onStored?.(stored);
    },
    // What is imported may fit no longer what it is imported into.
    onError: (error) => void (isNetworkError(error) || checked.refetch()),
  });
  const canStore =
    result !== undefined &&
    !checked.isPlaceholderData &&
    (result.counts.fail === 0 || isOnlyValid) &&
    of.canStore(result, choices);
  const store = () =>
    source && result && storing.mutate({ source, choices, result, key: keyOf([from, choices, result.version]) });
  const choose = (next: Partial<C>) => (storing.reset(), setChoices((now) => ({ ...now, ...next })));
  return { checked, result, choices, choose, storing, canStore, store };
}

/** Checks again when the record into which is imported changes. Until then the rows can be stored as they are. */
function useCheckedAgain(version: number | undefined, check: () => void): void {
  const checkedVersion = useRef(version);
  const live = useRef(check);
  live.current = check;
  useEffect(() => {
    if (version === checkedVersion.current) return;
    checkedVersion.current = version;
    live.current();
  }, [version]);
}
