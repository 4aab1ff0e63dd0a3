import { FLAGS } from '@quayside/domain/access/access';
import {
  COST_CATEGORIES,
  INVOICE_COST_CATEGORIES,
  INVOICE_STATUSES,
  INVOICE_TYPES,
  PRODUCT_STATUSES,
  PURCHASE_ORDER_STATUSES,
  ROLES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
} from '@quayside/domain/lists';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { wordsOf } from './texts/words.ts';
import { textOfIssue } from './texts/issues.ts';
import { accountSettingsSchema, meSchema, registerTrialBody, tokenSchema } from './accounts/accounts.ts';
import { COST_CHART_SIZE } from './costs/cost-reports.ts';
import { ENDPOINTS } from './all.ts';
import { ERRORS } from './errors.ts';
import { GRID_IDS, ROWS_PER_PAGE } from './grids.ts';
import { invoiceLineSchema } from './invoices/invoice-lines.ts';
import { invoiceSchema } from './invoices/invoice-header.ts';
import { createOpeningStock } from './stock/opening-stock.ts';
import { ALL_ROWS } from './paging.ts';
import { createAccountCode } from './payments/account-codes.ts';
import { invoicePaymentSchema, paymentSchema } from './payments/payments.ts';
import { email, telephone } from './primitives.ts';
import type { EndpointSpec } from './endpoint.ts';
import { createPurchaseOrder, getPurchaseOrder, listPurchaseOrderSummaries } from './purchasing/purchase-orders.ts';
import { productBody, productSchema } from './products/products.ts';
import { supplierSchema } from './suppliers/suppliers.ts';
import { getUser } from './accounts/users.ts';

// The paths, codes and names below are copied letter for letter from the documents that specify the API. Changing one
// of them breaks the specification.

describe('the documented calls', () => {
  const calls = new Set(
    ENDPOINTS.flatMap((e: EndpointSpec) => [e.path, ...(e.aliases ?? [])].map((path) => `${e.method} ${path}`)),
  );
  it.each([
    ['POST /gateway/authenticate'],
    ['GET /gateway/{userId}/token'],
    ['POST /auth/register/trial'],
    ['POST /auth/forgotten-password'],
    ['POST /auth/{userId}/reset-forgotten-password'],
    ['GET /auth/{userId}/verify/{verificationToken}'],
    ['GET /users/{userId}/verify-email'],
    ['GET /user/me'],
    ['GET /users/{userId}/account/settings'],
    ['PUT /users/{userId}/account/settings'],
    ['GET /users/{userId}/account/currencies'],
    ['GET /notifications/{userId}/subscribe'],
    ['GET /suppliers/{userId}'],
    ['POST /suppliers/{userId}'],
    ['GET /suppliers/{userId}/{id}'],
    ['PUT /suppliers/{userId}/{id}'],
    ['DELETE /suppliers/{userId}/{id}'],
    ['GET /countries/{userId}'],
    ['GET /products/{userId}'],
    ['POST /products/{userId}'],
    ['GET /products/{userId}/{id}'],
    ['PUT /products/{userId}/{id}'],
    ['PATCH /products/{userId}/{id}'],
    ['DELETE /products/{userId}/{id}'],
    ['GET /products/{userId}/shipping-methods'],
    ['GET /products/{userId}/countries'],
    ['GET /products/{userId}/dimension-units'],
    ['GET /products/{userId}/weight-units'],
    ['POST /products/{userId}/csv'],
    ['GET /products/{userId}/csv-template'],
    ['GET /brands/{userId}'],
    ['GET /purchasing/{userId}'],
    ['POST /purchasing/{userId}'],
    ['GET /purchasing/{userId}/summaries'],
    ['GET /purchasing/{userId}/internal-po-number'],
    ['GET /purchasing/{userId}/{id}'],
    ['PUT /purchasing/{userId}/{id}'],
    ['PATCH /purchasing/{userId}/{id}'],
    ['POST /purchasing/{userId}/{id}/generate-pdf'],
    ['POST /purchasing/{userId}/{id}/files'],
    ['GET /purchasing/{userId}/{id}/files'],
    ['DELETE /purchasing/{userId}/{id}/files/{fileId}'],
    ['GET /invoices/{userId}/purchase-order-summaries'],
    ['POST /documents/{userId}/send-email-with-attachments'],
    ['GET /payments/{userId}'],
    ['PATCH /payments/{userId}/{paymentId}'],
    ['POST /payments/{userId}/{paymentId}/pay'],
    ['POST /payments/{userId}/{paymentId}/pay/undo'],
    ['GET /payments/{userId}/invoice-payments'],
    ['POST /payments/{userId}/invoice-payments'],
    ['GET /payments/{userId}/invoice-payments/{invoicePaymentId}'],
    ['PUT /payments/{userId}/invoice-payments/{invoicePaymentId}'],
    ['DELETE /payments/{userId}/invoice-payments/{invoicePaymentId}'],
    ['GET /payments/{userId}/account-codes'],
    ['GET /payments/{userId}/account-codes/invoice'],
    ['GET /payments/{userId}/account-codes/payment'],
    ['GET /payments/{userId}/payment-statuses'],
    ['GET /invoices/{userId}'],
    ['POST /invoices/{userId}'],
    ['GET /invoices/{userId}/{id}'],
    ['DELETE /invoices/{userId}/{id}'],
    ['PUT /invoices/{userId}/{id}/basic'],
    ['GET /invoices/{userId}/cost-types'],
    ['POST /invoices/{userId}/{invoiceId}/invoice-lines'],
    ['PATCH /invoices/{userId}/{invoiceId}/invoice-lines/{id}'],
    ['DELETE /invoices/{userId}/{invoiceId}/invoice-lines/{id}'],
    ['PATCH /invoices/{userId}/invoice-lines'],
    ['GET /invoices/{userId}/{id}/document'],
    ['POST /invoices/{userId}/upload'],
    ['PUT /invoices/{userId}/{id}/upload'],
    ['GET /reporting/{userId}/cost-types'],
    ['GET /reporting/{userId}/costs'],
    ['GET /reporting/{userId}/costs/{productId}'],
    ['GET /reporting/{userId}/products'],
    ['GET /reporting/{userId}/products/{id}'],
    ['GET /reporting/{userId}/product-catalog'],
    ['GET /reporting/{userId}/{productId}/inventory'],
    ['GET /reporting/{userId}/products/{productId}/inventory'],
    ['GET /reporting/{userId}/{productId}/received-orders'],
    ['GET /reporting/{userId}/products/{productId}/received-orders'],
    ['POST /reporting/{userId}/inventory-balance-updates'],
    ['GET /orders/{userId}/shipmentplans'],
    ['GET /orders/{userId}/shipmentplans/summary'],
    ['GET /orders/{userId}/shipmentplans/{shipmentPlanId}'],
    ['GET /orders/{userId}/shipmentplans/goods-timeline-options'],
    ['GET /orders/{userId}/shipmentplans/calculate-by-options'],
    ['GET /orders/{userId}/shipmentplans/address-types'],
    ['GET /orders/{userId}/shipmentplans/container-types'],
    ['GET /orders/{userId}/shipmentplans/{id}/csv'],
    ['GET /orders/{userId}/shipmentplans/{id}/csv/document'],
    ['GET /orders/{userId}/shipmentplans/{id}/email'],
    ['PATCH /orders/{userId}/orders/shipmentplans/{shipmentPlanId}'],
    ['PATCH /orders/{userId}/shipmentplans/{shipmentPlanId}'],
    ['POST /orders/{userId}/shipmentplans/remove-packlists'],
    ['POST /orders/{userId}/shipmentplans/packlists'],
  ])('include %s', (call) => expect(calls).toContain(call));
});

describe('the documented closed lists', () => {
  it.each<[string, readonly (string | number)[], readonly (string | number)[]]>([
    ['roles', ROLES, ['sv-account-admin', 'sv-admin', 'sv-account-viewer']],
    [
      'account flags',
      FLAGS,
      [
        ...['isOrdersAndShippingEnabled', 'isManagementSectionEnabled', 'isFeeTrackerActive', 'isSv1Enabled'],
        ...['isPoAndInventoryEnabled', 'isMarketPlacesEnabled', 'isResourcesEnabled'],
      ],
    ],
    [
      'cost types of invoices',
      INVOICE_COST_CATEGORIES,
      [
        ...[
          'SHIPPING',
          'FACTORY_INVOICE',
          'CUSTOMS_AND_DUTIES',
          'INSPECTIONS',
          'LOCAL_FREIGHT',
          'PHOTOGRAPHY',
          'DESIGNER_FEES',
        ],
        ...['PRODUCT_SAMPLES', 'PRODUCT_TESTING', 'STORAGE', 'INSURANCE', 'BANK_FEES', 'OTHER'],
      ],
    ],
    ['cost types of the account', COST_CATEGORIES, [...INVOICE_COST_CATEGORIES, 'INBOUND_SHIPPING']],
    ['invoice status', INVOICE_STATUSES, ['REVIEW', 'WORKING', 'OPEN', 'CLOSED']],
    ['status of purchase orders', PURCHASE_ORDER_STATUSES, ['DRAFT', 'OPEN', 'CLOSED']],
    ['invoice type', INVOICE_TYPES, ['SHIPPING_ONLY', 'SHIPPING_AND_CUSTOMS', 'CUSTOMS_ONLY']],
    [
      'product status, without NO_CHANGE, which means "leave as it is"',
      PRODUCT_STATUSES,
      ['ACTIVE', 'INACTIVE', 'TOP_SELLER', 'UNDER_REVIEW', 'CLOSED_LISTING', 'DISCONTINUED'],
    ],
    ['shipping methods', SHIPPING_METHODS, ['AIR', 'SEA', 'LAND']],
    [
      'sales channels',
      SALES_CHANNELS,
      [
        ...[
          'AMAZON_USA',
          'AMAZON_UK',
          'AMAZON_CA',
          'AMAZON_DE',
          'AMAZON_MX',
          'AMAZON_FR',
          'AMAZON_IT',
          'AMAZON_ES',
          'AMAZON_JP',
          'AMAZON_SG',
          'AMAZON_AE',
          'AMAZON_BR',
        ],
        ...[
          'AMAZON_AU',
          'AMAZON_IN',
          'AMAZON_NL',
          'AMAZON_SA',
          'AMAZON_TR',
          'AMAZON_SE',
          'AMAZON_PL',
          'ETSY_USA',
          'ETSY_UK',
          'WALLMART',
          'SHOPIFY',
        ],
      ],
    ],
    ['rows per page; the last one is All', ROWS_PER_PAGE, [15, 25, 50, 100, ALL_ROWS]],
    ['All', [ALL_ROWS], [9999]],
    ['points of the cost chart', [COST_CHART_SIZE], [2000]],
  ])('have the documented values: %s', (_, list, documented) => expect(list).toEqual(documented));

  it('include 17 tables that keep their layout', () => expect(new Set(GRID_IDS).size).toBe(17));
});

describe('the documented messages', () => {
  it.each([
    ['Incorrect email address or password', 'wrong_credentials', 401],
    ['Your account has not been activated, please contact us', 'not_activated', 401],
    ['Existing User account.', 'accounts.email_taken', 409],
    ['The user is not authorized', 'not_signed_in', 401],
    ['Session logged out, please log in again to continue.', 'session_ended', 498],
    ['The page you were looking for does not exist', 'not_found', 404],
    ['Something went wrong', 'bad_input', 422],
    ['SKU must be unique', 'products.sku_taken', 422],
    ['No invoice exists', 'invoices.no_invoice', 404],
    ['Invoice not found', 'invoices.unknown', 404],
  ] as const)('include "%s" for the code %s', (message, code, status) =>
    expect([ERRORS[code].status, wordsOf({ code })]).toEqual([status, message]),
  );

  const messageOf = (result: { success: boolean; error?: z.ZodError }) =>
    result.error?.issues[0] && wordsOf(textOfIssue(result.error.issues[0]));
  it.each([
    ['E-mail is required', email.safeParse('')],
    ['E-mail is required', email.safeParse(undefined)],
    ['E-mail must be valid', email.safeParse('ada@')],
    ['Telephone number must be valid', telephone.safeParse('call me')],
    ['Please enter a valid name', registerTrialBody.shape.firstName.safeParse(' ')],
    [
      'Value must be between 0 and 1',
      createPurchaseOrder.body?.safeParse({ paymentTerms: [{ percentOfPayment: '1.2' }] }) ?? { success: true },
    ],
    ['At least one supplier is required', productBody.shape.supplierIds.safeParse([])],
    ['Please select at least one product', createOpeningStock.body?.safeParse({ rows: [] }) ?? { success: true }],
    ['Password is required', registerTrialBody.shape.password.safeParse('')],
  ])('include "%s" for invalid input', (message, result) => expect(messageOf(result)).toBe(message));
});

it('the currency of a new account is USD unless another is chosen', () => {
  const { currency } = registerTrialBody.shape;
  expect([currency.parse(undefined), currency.parse('GBP')]).toEqual(['USD', 'GBP']);
});

describe('the documented fields', () => {
  it.each<[string, object, string]>([
    ['token', tokenSchema.shape, 'access_token expires_in refresh_token refresh_expires_in scope session_state userId'],
    ...[['signed-in person', meSchema.shape] as const, ['person', getUser.response?.shape ?? {}] as const].map(
      ([name, shape]): [string, object, string] => [
        name,
        shape,
        'id email firstName lastName phone timeZone company bio dateOfBirth isVerified accounts accountRoles ' +
          'accountUserSettings currentAccountId',
      ],
    ),
    [
      'fee tracker mails of a person',
      meSchema.shape.accountUserSettings.shape,
      'userId showFeeTrackerDailySettings isFeeTrackerDailyFoundEmailEnabled isFeeTrackerDailyNotFoundEmailEnabled',
    ],
    [
      'account in the list of a person',
      meSchema.shape.accounts.element.shape,
      'id name isCurrent accountTier tierExpiryDate currentAccountUser',
    ],
    [
      'settings',
      accountSettingsSchema.shape,
      'currency currencySymbol isOrdersAndShippingEnabled isManagementSectionEnabled isFeeTrackerActive ' +
        'isSv1Enabled isPoAndInventoryEnabled isMarketPlacesEnabled isResourcesEnabled',
    ],
    [
      'supplier',
      supplierSchema.shape,
      'id userId companyName email telephone addressLine1 addressLine2 addressLine3 city postCode state country ' +
        'xeroId notes leadTime shippingMethod',
    ],
    [
      'product',
      productSchema.shape,
      'id name sku skuAlias asin fnsku brand reBrand supplier group tags notes status channel shippingMethod ' +
        'countryOfOrigin length width height lengthAndGirth dimensionUnit ' +
        'weight weightUnit packagingWeight shippingWeight thumbnail supplierLeadTime factoryCostTotal ' +
        'inboundCostTotal landedCostTotal factoryCostPerUnit inboundCostPerUnit landedCostPerUnit ' +
        'costEntryCount unitsOrdered lastCostUpdateDate',
    ],
    [
      'invoice',
      invoiceSchema.shape,
      'id invoiceNumber supplierContact date unixDate payReferenceNumber costType vesselVoyage etd status ' +
        'attention tracking total reconciled billToCompany document payments type',
    ],
    ['payment', paymentSchema.shape, 'id dueDate unixDueDate amount currency status transactionReference accountCode'],
    [
      'schedule of payments',
      invoicePaymentSchema.shape,
      'id invoiceId unixDueDate payments isConfirmed paymentReference confirmationEmailToAddresses ' +
        'confirmationEmailCCAddresses',
    ],
    ['account code', createAccountCode.response?.shape ?? {}, 'code name type accountId'],
    [
      'purchase order',
      getPurchaseOrder.response?.shape ?? {},
      'id poNumber internalPoNumber orderDate contact shippingNumber shipTo shippingMethod deliveryDate ' +
        'portOfLoading status items paymentTerms attachments uploadedDocuments bankingDetails',
    ],
    [
      'item of a purchase order',
      getPurchaseOrder.response?.shape.items.element.shape ?? {},
      'quantity unitPrice productId sku name amount',
    ],
    [
      'payment term of a purchase order',
      getPurchaseOrder.response?.shape.paymentTerms.element.shape ?? {},
      'percentOfPayment dueDate amountDue',
    ],
    [
      'summary of a purchase order',
      listPurchaseOrderSummaries.response?.element.shape ?? {},
      'id poNumber supplierName status total isPaired',
    ],
    [
      'invoice line',
      invoiceLineSchema.shape,
      'invoiceLineId product sku name account internalReference costType quantity amount ' +
        'isExcludedFromGeneralCostsData',
    ],
  ])('are part of a %s', (_, shape, documented) =>
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(documented.split(' '))),
  );
});
