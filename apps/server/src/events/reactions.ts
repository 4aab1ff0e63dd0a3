import type { InvoiceMove } from '@quayside/domain/invoices/status';
import type { CloseReason, EntityType } from '@quayside/domain/lists';
import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import type { Work } from '../db/tx.ts';

/** The type and id of a record that documents can belong to. */
export interface EntityRef {
  readonly entityType: Exclude<EntityType, 'NONE'>;
  readonly entityId: string;
}
/** A document, and the records that it belongs or belonged to, possibly in other areas. */
interface DocumentMove {
  readonly documentId: string;
  readonly entities: readonly EntityRef[];
}

/** A step in the life of an invoice. */
interface MovedInvoice {
  readonly invoiceId: string;
  readonly move: Exclude<InvoiceMove, 'ACCEPT'> | 'DELETE' | 'ARCHIVE' | 'UNARCHIVE';
  /** Of a credit note that is confirmed: it is not used on what is open of the invoices that it credits. */
  readonly keepAsCredit?: boolean;
}
/** What the instalments of an invoice or of a purchase order are owed to and in. */
interface OwedTo {
  readonly supplierId: string | null;
  readonly currency: string;
}

/** A supplier order whose units, product or measures were written. */
interface ChangedOrder {
  readonly id: string;
  readonly unitsBefore: bigint;
  /** 0 if the order was removed. */
  readonly units: bigint;
  /** Whether the units changed because of a credit, not because of the order's own line. */
  readonly isByCredit: boolean;
}

/** A step in the life of a purchase order. */
interface MovedPurchaseOrder {
  readonly orderId: string;
  readonly move: 'OPEN' | 'CLOSE' | 'REOPEN';
  /** Why it is closed; absent for the other steps. */
  readonly closeReason?: CloseReason;
}
/** A step of a shipment plan, which a person asked for. */
interface MovedShipment {
  readonly planId: string;
  readonly from: ShipmentStatus;
  readonly to: ShipmentStatus;
}
/** A mail with documents, the versions of which it has, and the records that it is about. */
interface MailedDocuments {
  readonly sentMailId: string;
  readonly state: 'QUEUED' | 'SENT' | 'FAILED';
  readonly recipients: readonly string[];
  readonly documents: readonly { readonly id: string; readonly versionNumber: number }[];
  readonly entities: readonly EntityRef[];
}

/**
 * The events that an area announces to the areas after it in `areas/all.ts` while its transaction is still open, each
 * with its payload. Live events, which other tabs get after the commit, are in `catalog.ts`.
 */
export interface ReactionEvents {
  /** Somebody accepted an invitation and is now a member of the account. */
  'member.joined': { readonly personId: string; readonly name: string; readonly isAdmin: boolean };
  /**
   * The account uses another currency from now on. It has no costs yet, because an account with costs cannot change its
   * currency.
   */
  'account.currency-changed': { readonly from: string; readonly to: string };
  /** An upload was refused, because the file store is full (`isFull`) or read-only. */
  'storage.refused': { readonly isFull: boolean };
  /** A call of the documents area attached a document to these records. */
  'document.attached': DocumentMove;
  /**
   * The header, the lines or the costs of these invoices were written, so that their totals may be others. Announced
   * once per unit of work, after the costs are up to date. `totalTyped`: the total of one of them was unknown before.
   */
  'invoice.changed': { readonly invoiceIds: readonly string[]; readonly totalTyped?: boolean };
  /** The supplier or the currency of an invoice is about to change. */
  'invoice.header-changing': { readonly invoiceId: string; readonly from: OwedTo; readonly to: OwedTo };
  /** An invoice is about to be moved; invoices itself has nothing against it. */
  'invoice.moving': MovedInvoice;
  /** An invoice was moved, and its costs are up to date. */
  'invoice.moved': MovedInvoice;
  /** Invoices belong to another supplier, because two suppliers were merged or their merge was undone. */
  'invoice.supplier-merged': { readonly invoiceIds: readonly string[] };
  /** A document was detached from these records, or it was deleted but can still be restored. */
  'document.detached': DocumentMove;
  /** The units, the product or the measures of supplier orders were written; their costs are not up to date yet. */
  'order.changed': { readonly orders: readonly ChangedOrder[] };
  /**
   * What these orders or their pack lists cost is another, or how many units they have, or which pack lists they are
   * divided into; and what these products cost without an order.
   */
  'order.costs-changed': { readonly orderIds: readonly string[]; readonly productIds: readonly string[] };
  /** What is packed, shipped or received of these orders was written, or what was decided about it. */
  'order.packed': { readonly orderIds: readonly string[] };
  /** How far quantities of these suppliers may be off is another. */
  'supplier.tolerance-changed': { readonly supplierIds: readonly string[] };
  /** A product is about to become a bundle, which has no stock of its own. */
  'product.becoming-bundle': { readonly productId: string };
  /** These freight rates were written, or what containers hold (`containers`): what plans cost by them is another. */
  'freight-rate.changed': { readonly rateIds: readonly string[]; readonly containers: boolean };
  /** Products were created, or got other SKUs. */
  'product.codes-changed': Record<never, never>;
  /** HS codes of products are about to be written. No product is locked yet. */
  'duty.changing': Record<never, never>;
  /**
   * Duty rates were written, HS codes of products, or what duty is charged on: what these products, or products with
   * these HS codes, bear in these destinations may be another. `productIds` null: all products; `countries` null: all
   * destinations.
   */
  'duty.changed': {
    readonly productIds: readonly string[] | null;
    readonly hsCodes: readonly string[];
    readonly countries: readonly string[] | null;
  };
  /**
   * The pack lists of these orders joined or left plans, the days of the plans that they are in were written, or the
   * first receipt of such a plan is of another day. With `event` no other day than that of this event is another.
   */
  'shipment.days-changed': { readonly orderIds: readonly string[]; readonly event?: 'DELIVERY' };
  /** A shipment plan is about to get another status. */
  'shipment.moving': MovedShipment;
  /** A shipment plan that has left is about to have left on another day. */
  'shipment.day-moving': { readonly planId: string; readonly shippedOn: string };
  /** A shipment plan got another status. */
  'shipment.moved': MovedShipment;
  /** The header, the items, the terms, the status or what is invoiced of these purchase orders was written. */
  'purchase-order.changed': { readonly orderIds: readonly string[] };
  /** The supplier or the currency of a purchase order is about to change. */
  'purchase-order.header-changing': { readonly orderId: string; readonly from: OwedTo; readonly to: OwedTo };
  /** A purchase order is about to be opened, closed or re-opened; purchasing itself has nothing against it. */
  'purchase-order.moving': MovedPurchaseOrder;
  /** A purchase order was opened, closed or re-opened. */
  'purchase-order.moved': MovedPurchaseOrder;
  /**
   * A person sent documents by mail (QUEUED), the mail server accepted the mail (SENT), or it was given up (FAILED).
   */
  'documents.mailed': MailedDocuments;
  /** A queued mail with attachments has ended. */
  'mail.ended': { readonly mailId: string; readonly state: 'SENT' | 'FAILED'; readonly failure: string | null };
  /** A deleted document was restored, and belongs to these records again. */
  'document.restored': DocumentMove;
  /** A document got a newer version of its file. */
  'document.replaced': DocumentMove;
  /** Deleted documents will be removed permanently, with their files, at the end of this transaction. */
  'document.removed': { readonly documentIds: readonly string[] };
}
export type ReactionName = keyof ReactionEvents;

/** The handlers of an area, by event. A handler that throws aborts the whole unit of work. */
export type Reactions = {
  readonly [E in ReactionName]?: (w: Work, event: ReactionEvents[E]) => Promise<void>;
};
type React = <E extends ReactionName>(w: Work, name: E, event: ReactionEvents[E]) => Promise<void>;

/**
 * Creates `react`, which runs the handlers of these areas one after the other, in order and in the transaction of `w`.
 */
export function reactWith(areas: readonly Reactions[]): React {
  return async (w, name, event) => {
    for (const reactions of areas) await reactions[name]?.(w, event);
  };
}

let registered: React | undefined;
/** Sets the handlers that `react` runs. Called once, when the areas are registered. */
export function registerReactions(areas: readonly Reactions[]): void {
  registered = reactWith(areas);
}

/**
 * Announces an event to all areas and waits for their handlers. If a handler throws, the transaction is rolled back.
 */
export const react: React = (w, name, event) => {
  if (!registered) throw new Error('No areas are registered; compose.ts does that');
  return registered(w, name, event);
};
