import { dailyJob } from '../../jobs/daily.ts';
import { askAboutPassedEtds } from './plan-notices.service.ts';

export const askAboutDepartures = dailyJob({ name: 'shipments.ask-about-departures', run: askAboutPassedEtds });
