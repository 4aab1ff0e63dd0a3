import { useT } from '../../../../i18n/i18n.ts';
import { toast } from '../../../../lib/toasts/toasts.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';

/** A freight rate as the choice names it. */
interface NamedRate {
  readonly id: string;
  readonly name: string;
}

/** The chosen freight rate of the plan. Choosing one stores it, with Undo; comparing stores nothing. */
export function useFreightChoice() {
  const t = useT();
  const editor = usePlanEditor();
  const chosenId = usePlan(({ header: { draft }, record: plan }) =>
    draft.freightRateId === undefined ? plan.freightRateId : draft.freightRateId,
  );
  const set = (id: string | null) => editor.setHeader('freightRateId', id, 0);
  const tell = (words: string) => toast('success', words, { scope: 'global', onUndo: () => set(chosenId) });
  return {
    chosenId,
    choose: ({ id, name }: NamedRate) => {
      if (id === chosenId) return;
      set(id);
      tell(t('shipments:plans.compare.chose', { name }));
    },
    clear: ({ name }: NamedRate) => {
      set(null);
      tell(t('shipments:plans.compare.cleared', { name }));
    },
  };
}
