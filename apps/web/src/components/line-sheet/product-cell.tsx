import { Portal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createProduct } from '@quayside/contracts/products/products';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ChoiceNote } from '../form/choice-note.tsx';
import { hitsOf, type ProductChoice, productChoices, useProductChoices } from '../form/use-product-choices.ts';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { isRedo, isUndoOrRedo } from '../../lib/editing/undo-keys.ts';
import classes from './line-sheet.module.css';
import { type LineProduct, type LineSupplier, NewProductDialog } from './new-product.tsx';

const SEARCH_DELAY_MS = 150;
const LIST_WIDTH = 380;
const LIST_HEIGHT = 300;

interface ProductCellProps {
  readonly rowKey: string;
  readonly label: string;
  readonly listLabel: string;
  readonly product: LineProduct | null;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly onChoose: (product: LineProduct | null) => void;
  /** Gives the line the typed text as its name, without a product. */
  readonly onName: (name: string) => void;
  /** The name of the line, for a product that is created from it. */
  readonly lineName: string;
  /** The supplier of the document, whose item numbers come first. */
  readonly supplier: LineSupplier | null;
  /** Says that a text which is no product becomes the name of the line. */
  readonly nameWords: (text: string) => string;
  /** What the empty field says. */
  readonly placeholder: string;
  readonly onProblem: (problem: string | undefined) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/**
 * The product of a line. The person types a code or a name, and the server searches; the item numbers of the document's
 * supplier come before those of others. If several products have the code, the person is asked. An empty field means
 * that the line is for all products.
 */
export function ProductCell({
  rowKey,
  label,
  listLabel,
  product,
  isInvalid,
  describedBy,
  onChoose,
  onName,
  lineName,
  supplier,
  nameWords,
  placeholder,
  onProblem,
  onFocus,
  onBlur,
}: ProductCellProps) {
  const t = useT();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  // The index of the highlighted suggestion. It is −1 until the person types.
  const [highlighted, setActive] = useState(-1);
  const [hasMoved, setMoved] = useState(false);
  const [sent] = useDebouncedValue(text ?? '', SEARCH_DELAY_MS);
  const supplierId = supplier?.id;
  const found = useProductChoices({ text: sent, isWanted: isOpen, supplierId });
  const options = found.choices;
  const isFresh = sent === (text ?? '') && !found.isStale;
  const wanted = text?.trim() ?? '';
  // If several products have the typed code, none is highlighted until the person moves to it.
  const isAsked = wanted !== '' && found.hits.length > 1 && !hasMoved;
  const active = isAsked ? -1 : highlighted;
  const canCreate = usePermission(createProduct).allowed;
  const [creating, setCreating] = useState<string>();
  // What can be done with a text that is no product. It follows the products that fit.
  const isUnknown = wanted !== '' && isFresh && found.isSuccess && !options.some((option) => isOf(option, wanted));
  const extras: readonly Extra[] = [
    ...(isUnknown && canCreate ? (['create'] as const) : []),
    ...(isUnknown && options.length === 0 ? (['name'] as const) : []),
    ...(found.more ? (['more'] as const) : []),
  ];
  const current = isOpen && isFresh && active >= 0 ? (options[active] ?? extras[active - options.length]) : undefined;
  const chosenId = product?.id;
  // Whether Enter or Tab was pressed before the search had answered. It then takes the first product of the answer.
  const isConfirmed = useRef(false);
  const typing = useRef(0);
  // When the line gets another product, discard the typed text, so that the field shows the new product.
  useEffect(() => setText(undefined), [chosenId]);

  const close = () => {
    setOpen(false);
    found.hideDiscontinued();
  };
  const discard = () => {
    setText(undefined);
    close();
    onProblem(undefined);
  };
  const choose = (next: LineProduct | null) => {
    discard();
    if (next?.id !== product?.id) onChoose(next && { id: next.id, sku: next.sku, name: next.name });
  };
  const take = (item: ProductChoice | Extra) => {
    if (typeof item !== 'string') return choose(item);
    if (item === 'more') return found.more?.onMore();
    discard();
    if (item === 'create') return setCreating(wanted);
    if (product) onChoose(null);
    onName(wanted);
  };
  const ask = (hits: readonly ProductChoice[]) => onProblem(t('choices:asked', { count: hits.length, text: wanted }));
  const settle = async () => {
    close();
    if (text === undefined) return;
    if (text.trim() === '') return choose(null);
    // A text that is left without a choice is not created, but named.
    if (current && typeof current !== 'string') return choose(current);
    if (text.trim().toLowerCase() === product?.sku.toLowerCase()) return choose(product);
    // The person typed faster than the search. Take the product with exactly this code, the only match, or the first
    // one if a key has confirmed it. A text that was changed in the meantime is left alone.
    const takesFirst = isConfirmed.current;
    const typed = typing.current;
    try {
      const { content } = await queryClient.fetchQuery(productChoices({ text: wanted, supplierId }));
      if (typed !== typing.current) return;
      const hits = hitsOf(content);
      const [first, second] = hits.length > 0 ? hits : content;
      if (hits.length > 1) ask(hits);
      else if (first && (takesFirst || !second)) choose(first);
      else onProblem(t('choices:noProduct', { text: text.trim() }));
    } catch {
      onProblem(t('choices:productsFailed'));
    }
  };
  const open = () => {
    setOpen(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isForward = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
    isConfirmed.current = wanted !== '' && !isFresh && isForward;
    const own = () => (event.preventDefault(), event.stopPropagation());
    if (isUndoOrRedo(event) && text !== undefined) {
      own();
      // Nothing of what is being typed was undone, so there is nothing to redo.
      if (!isRedo(event)) discard();
      return;
    }
    if (event.key === 'ArrowDown' && (isOpen || event.altKey) && !event.shiftKey) {
      own();
      if (isOpen) {
        setActive(Math.min(active + 1, options.length + extras.length - 1));
        setMoved(true);
      } else open();
    } else if (event.key === 'ArrowUp' && isOpen) {
      own();
      setActive(Math.max(active - 1, wanted ? 0 : -1));
      setMoved(true);
    } else if (event.key === 'Enter' && isOpen && isFresh && isAsked) {
      own();
      ask(found.hits);
    } else if (event.key === 'Enter' && isOpen && current) {
      own();
      take(current);
    } else if (event.key === 'Tab' && isOpen && current && current !== 'more') take(current);
    else if (event.key === 'Escape' && (isOpen || text !== undefined)) {
      own();
      discard();
    }
  };
  return (
    <>
      <input
        ref={input}
        className={classes.input}
        data-row={rowKey}
        data-cell="product"
        aria-label={label}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current ? `${listId}-${active}` : undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        data-strong={product ? true : undefined}
        placeholder={placeholder}
        value={text ?? product?.sku ?? ''}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        title={product?.name}
        onChange={(event) => (
          (typing.current += 1),
          setText(event.currentTarget.value),
          setOpen(true),
          setActive(event.currentTarget.value.trim() ? 0 : -1),
          setMoved(false),
          onProblem(undefined)
        )}
        onKeyDown={onKeyDown}
        onFocus={(event) => (event.currentTarget.select(), onFocus())}
        onBlur={() => (void settle(), onBlur())}
        onClick={() => !isOpen && open()}
      />
      {isOpen && (
        <Options anchor={input} id={listId} label={listLabel}>
          {options.map((option, index) => (
            <div
              key={option.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === current}
              className={classes.option}
              data-active={option === current || undefined}
              // Prevent the default action so that the focus stays in the input, which handles the keys.
              onMouseDown={(event) => (event.preventDefault(), choose(option))}
            >
              <b>{option.sku}</b>
              <span>{option.name}</span>
              <ChoiceNote choice={option} />
            </div>
          ))}
          {extras.map((extra, index) => (
            <div
              key={extra}
              id={`${listId}-${options.length + index}`}
              role="option"
              tabIndex={-1}
              aria-selected={extra === current}
              className={classes.option}
              data-more={extra === 'more' || undefined}
              data-active={extra === current || undefined}
              onMouseDown={(event) => (event.preventDefault(), take(extra))}
            >
              <span>
                {extra === 'more'
                  ? found.more?.words
                  : extra === 'create'
                    ? t('choices:createProduct', { text: wanted })
                    : nameWords(wanted)}
              </span>
            </div>
          ))}
          {options.length === 0 && extras.every((extra) => extra === 'more') && (
            <div className={classes.optionNote}>
              {found.isError
                ? t('choices:productsFailed')
                : found.isPending
                  ? t('loading')
                  : t('choices:noProduct', { text: text?.trim() ?? '' })}
            </div>
          )}
        </Options>
      )}
      {creating !== undefined && (
        <NewProductDialog
          text={creating}
          lineName={lineName}
          supplier={supplier}
          onClose={() => setCreating(undefined)}
          onCreated={choose}
        />
      )}
    </>
  );
}

/**
 * The last rows of the list. A text that is no product can be created as one, or taken as the name of the line; `more`
 * shows discontinued products too.
 */
type Extra = 'create' | 'name' | 'more';
const isOf = ({ sku, matchedBy }: ProductChoice, code: string) =>
  matchedBy !== undefined || sku.toLowerCase() === code.toLowerCase();

/**
 * The list of suggestions. It is rendered in a portal, because it would otherwise be cut off at the edge of the table.
 */
function Options({
  anchor,
  id,
  label,
  children,
}: {
  anchor: React.RefObject<HTMLInputElement | null>;
  id: string;
  label: string;
  children: React.ReactNode;
}) {
  // The portal mounts the list later than this component, so a ref callback stores the element as soon as it exists.
  const [list, setList] = useState<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    if (!list) return;
    const place = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const fitsBelow = window.innerHeight - box.bottom > LIST_HEIGHT || box.top < LIST_HEIGHT;
      Object.assign(list.style, {
        left: `${Math.max(8, Math.min(box.left, window.innerWidth - LIST_WIDTH - 8))}px`,
        top: fitsBelow ? `${box.bottom + 2}px` : 'auto',
        bottom: fitsBelow ? 'auto' : `${window.innerHeight - box.top + 2}px`,
      });
    };
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [anchor, list]);
  useEffect(() => {
    // The braces are needed. In newer browsers, `scrollIntoView` returns a promise, and React would treat a returned
    // value as a clean-up function.
    list?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <Portal>
      <div ref={setList} id={id} role="listbox" aria-label={label} className={classes.options}>
        {children}
      </div>
    </Portal>
  );
}
