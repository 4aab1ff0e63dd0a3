import { auditFeature } from '../features/audit/audit.feature.ts';
import { costsFeature } from '../features/costs/costs.feature.ts';
import { documentsFeature } from '../features/documents/documents.feature.ts';
import { freightFeature } from '../features/freight/freight.feature.ts';
import { invoicesFeature } from '../features/invoices/invoices.feature.ts';
import { notificationsFeature } from '../features/notifications/notifications.feature.ts';
import { onboardingFeature } from '../features/onboarding/onboarding.feature.ts';
import { operationsFeature } from '../features/operations/operations.feature.ts';
import { paymentsFeature } from '../features/payments/payments.feature.ts';
import { peopleFeature } from '../features/people/people.feature.ts';
import { productsFeature } from '../features/products/products.feature.ts';
import { profileFeature } from '../features/profile/profile.feature.ts';
import { purchasingFeature } from '../features/purchasing/purchasing.feature.ts';
import { ratesFeature } from '../features/rates/rates.feature.ts';
import { resourcesFeature } from '../features/resources/resources.feature.ts';
import { shipmentsFeature } from '../features/shipments/shipments.feature.ts';
import { suppliersFeature } from '../features/suppliers/suppliers.feature.ts';
import type { Feature } from '../lib/feature.ts';

/** All features. The drawer, the palette and dialogs show them in this order. */
export const FEATURES: readonly Feature[] = [
  suppliersFeature,
  productsFeature,
  invoicesFeature,
  purchasingFeature,
  documentsFeature,
  shipmentsFeature,
  freightFeature,
  paymentsFeature,
  costsFeature,
  ratesFeature,
  profileFeature,
  notificationsFeature,
  peopleFeature,
  auditFeature,
  operationsFeature,
  resourcesFeature,
  onboardingFeature,
];
