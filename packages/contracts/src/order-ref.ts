import { z } from 'zod';
import { id } from './primitives.ts';

/**
 * An order as people recognise it: by the line of the invoice that it came from. `number` is the internal number, which
 * stands on no document.
 */
export const orderRef = z.object({ id, number: z.string(), invoiceNumber: z.string(), linePosition: z.int() });
export type OrderRef = z.infer<typeof orderRef>;

/** Fields of a record over which costs can be shared: its label, and how it is recognised if it is an order. */
export const targetName = { id, label: z.string(), order: orderRef.nullable() };
