import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { containerName } from '@quayside/domain/shipments/containers';
import { grouped } from '@quayside/domain/money/money';
import { messageOfText } from '@quayside/domain/notifications/message-html';
import { nameOfCountry } from '@quayside/domain/products/countries';
import type { Work } from '../../../db/tx.ts';
import { personNames } from '../../accounts/public.ts';
import { cleanedMessage } from '../../notifications/public.ts';
import { currentCsv } from './plan-csv.service.ts';
import { getShipmentPlan, requirePlanRow } from '../plans/plans.service.ts';
import type { ShipmentPlan } from '../rows/plans.types.ts';

/**
 * Proposes a mail to the forwarder of a plan, in English like its CSV. What people typed is escaped, and the whole is
 * cleaned as it will be when it is sent.
 */
export async function proposeMail(w: Work, id: string) {
  const row = await requirePlanRow(w, id);
  const { packLists: _, uploadedDocuments: __, ...plan } = await getShipmentPlan(w, id);
  const kept = await currentCsv(w, row);
  const name = (await personNames(w, [w.scope.userId])).get(w.scope.userId);
  const paragraphs = [
    [say('plan_mail.greeting')],
    [kept ? say('plan_mail.attached', { number: plan.number }) : say('plan_mail.goods', { number: plan.number })],
    linesOf(plan),
    [say('plan_mail.ask')],
    [say('plan_mail.regards'), ...(name ? [say('plan_mail.name', { name })] : [])],
  ];
  const html = paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => `<p>${messageOfText(lines.map((line) => wordsOf(line)).join('\n'))}</p>`)
    .join('');
  const email = plan.carrierContact?.email ?? null;
  return {
    to: email === null ? [] : [email],
    subject: wordsOf(
      plan.jobNumber === null
        ? say('plan_mail.subject', { number: plan.number })
        : say('plan_mail.subject_job', { number: plan.number, job: plan.jobNumber }),
    ),
    body: (await cleanedMessage(html)) ?? '',
    attachments: kept ? [kept] : [],
  };
}

/** What is known of the shipment, one line each. */
function linesOf(plan: ShipmentPlan): Text[] {
  const { shippingMethod: method, containerType, units, cartons, weight, volume } = plan;
  const count = (value: number) => grouped(String(value));
  const place = (country: string | null, address: string | null): string | null =>
    [address, country === null ? null : nameOfCountry(country)].filter(Boolean).join(', ') || null;
  const [from, to] = [place(plan.fromCountry, plan.fromAddress), place(plan.country, plan.address)];
  const ready = plan.readyOn ?? plan.estimatedReadyDate;
  return [
    method === null ? [] : say('plan_mail.method', { method: say(`pdf.method.${method}`) }),
    containerType === null ? [] : say('plan_mail.container', { container: containerName(containerType) }),
    from === null ? [] : say('plan_mail.from', { place: from }),
    to === null ? [] : say('plan_mail.to', { place: to }),
    say('plan_mail.units', { units: count(units) }),
    cartons === 0 ? [] : say('plan_mail.cartons', { cartons: count(cartons) }),
    weight === null ? [] : say('plan_mail.weight', { weight: grouped(weight) }),
    volume === null ? [] : say('plan_mail.volume', { volume: grouped(volume) }),
    ready === null ? [] : say('plan_mail.ready', { day: ready }),
    plan.estimatedShipDate === null ? [] : say('plan_mail.etd', { day: plan.estimatedShipDate }),
    plan.isHazardousGoods ? say('plan_mail.hazardous') : [],
    plan.warehouseReference === null ? [] : say('plan_mail.warehouse', { reference: plan.warehouseReference }),
  ].flat();
}
