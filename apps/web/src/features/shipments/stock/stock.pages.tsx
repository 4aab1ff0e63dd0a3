import { useMatch } from 'react-router';
import { countsPath } from '../../../lib/stock-paths.ts';
import { CountsPage } from './counts.page.tsx';
import { StockPage } from './stock.page.tsx';

/** The lists of stock: what there is of each product, and what was counted. */
export function StockPages() {
  return useMatch(countsPath()) ? <CountsPage /> : <StockPage />;
}
