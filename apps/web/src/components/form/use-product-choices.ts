import type { ResponseOf } from '@quayside/contracts/endpoint';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { read } from '../../lib/api/query-client.ts';

/** A product that can be chosen. `matchedBy` says what the typed text is, if it is a whole code of the product. */
export type ProductChoice = ResponseOf<typeof listProducts>['content'][number];

interface Asked {
  readonly text: string;
  /** The supplier whose item numbers come before those of other suppliers. */
  readonly supplierId?: string | undefined;
  /** Whether discontinued products are listed too. */
  readonly isAll?: boolean;
}

const MOST_FOUND = 20;

/** Searches the products that can be chosen. Those of which the text is a whole code come first. */
export const productChoices = ({ text, supplierId, isAll = false }: Asked) =>
  read('products', listProducts, {
    query: {
      size: MOST_FOUND,
      picker: 'true',
      ...(text.trim() ? { search: text.trim() } : {}),
      ...(isAll ? { discontinued: 'true' } : {}),
      ...(supplierId === undefined ? {} : { supplierId }),
    },
  });

/** The products of which the text is a whole code. If there are several, only a person can choose among them. */
export const hitsOf = (choices: readonly ProductChoice[]): readonly ProductChoice[] =>
  choices.filter(({ matchedBy }) => matchedBy !== undefined);

/** Searches products while a person types. Discontinued products are left out until the person asks for them. */
export function useProductChoices({ text, isWanted, supplierId }: Omit<Asked, 'isAll'> & { isWanted: boolean }) {
  const t = useT();
  const [isAll, setAll] = useState(false);
  const query = useQuery({
    ...productChoices({ text, supplierId, isAll }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const choices = query.data?.content ?? [];
  const isStale = query.isPlaceholderData || query.isLoading;
  // If nothing matched, the server has already looked among the discontinued products.
  const canShowMore = isWanted && !isAll && query.isSuccess && (text.trim() === '' || choices.length > 0);
  return {
    choices,
    isStale,
    isFetching: query.isFetching,
    isPending: query.isPending,
    isError: query.isError,
    isSuccess: query.isSuccess,
    hits: isStale ? [] : hitsOf(choices),
    more: canShowMore ? { words: t('choices:showDiscontinued'), onMore: () => setAll(true) } : undefined,
    /** Leaves discontinued products out again, for the next time that the list opens. */
    hideDiscontinued: () => setAll(false),
  };
}
