import { dailyJob } from '../../jobs/daily.ts';
import { askAboutPassedEtds } from './plan-notices.service.ts';
import { checkShipments } from './shipments-check.service.ts';

export const askAboutDepartures = dailyJob({ name: 'shipments.ask-about-departures', run: askAboutPassedEtds });
export const shipmentsCheck = dailyJob({ name: 'shipments.shipment-invariants', run: checkShipments });
