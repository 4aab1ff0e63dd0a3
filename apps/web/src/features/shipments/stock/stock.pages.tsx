import { useLocation, useParams } from 'react-router';
import { countsPath, stockMethodPath } from '../../../lib/stock-paths.ts';
import { ReceivedPage } from '../receiving/received.page.tsx';
import { CountsPage } from './counts.page.tsx';
import { StockMethodPage } from './method.page.tsx';
import { StockPage } from './stock.page.tsx';

/**
 * The lists of stock: what there is of each product, what was counted, what arrived or did not, and how it is valued.
 * They are one part, because the first screen carries the name of each part that it can load.
 */
export function StockPages() {
  const { list } = useParams();
  const { pathname } = useLocation();
  if (list !== undefined) return <ReceivedPage />;
  switch (pathname) {
    case countsPath():
      return <CountsPage />;
    case stockMethodPath():
      return <StockMethodPage />;
    default:
      return <StockPage />;
  }
}
