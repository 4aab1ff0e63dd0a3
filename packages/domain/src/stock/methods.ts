/** How what leaves stock is valued: first in, first out (stock §3), or by the moving average (§4). */
export const STOCK_METHODS = ['FIFO', 'AVERAGE'] as const;
export type StockMethod = (typeof STOCK_METHODS)[number];
