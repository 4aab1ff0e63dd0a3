import { dailyJob } from '../../jobs/daily.ts';
import { archiveClosedPlans } from './plans/plan-archiving.service.ts';
import { askAboutPassedEtds } from './plans/plan-notices.service.ts';
import { checkShipments } from './check/shipments-check.service.ts';

export const askAboutDepartures = dailyJob({ name: 'shipments.ask-about-departures', run: askAboutPassedEtds });
export const shipmentsCheck = dailyJob({ name: 'shipments.shipment-invariants', run: checkShipments });
export const archivePlans = dailyJob({ name: 'shipments.archive-shipment-plans', run: archiveClosedPlans });
