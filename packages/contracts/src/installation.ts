import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Pages of other people that an installation may name; each opens in a tab of its own. */
export const OUTBOUND_LINKS = [
  'community',
  'reimbursement',
  'funding',
  'tariff',
  'bookkeeper',
  'listBusiness',
] as const;
export type OutboundLink = (typeof OUTBOUND_LINKS)[number];

const address = z.string().nullable();
export const installationSchema = z.object({
  supportEmail: z
    .string()
    .nullable()
    .meta({ description: 'Whom people write to; null: the installation names nobody' }),
  links: z.object(
    Object.fromEntries(OUTBOUND_LINKS.map((name) => [name, address])) as Record<OutboundLink, typeof address>,
  ),
  reportIssueUrl: address.meta({ description: 'The survey form that stands in the dialog Report An Issue' }),
  chatUrl: address.meta({
    description: 'The page of the support chat; `{id}`, `{name}` and `{email}` stand for the signed-in person',
  }),
});
export type Installation = z.infer<typeof installationSchema>;

export const getInstallation = endpoint({
  id: 'getInstallation',
  method: 'GET',
  path: '/installation',
  access: 'public',
  summary: 'Where this installation sends people: support, survey, outbound links',
  description: 'From the environment. What is null is not configured, and not offered.',
  params: z.strictObject({}),
  response: installationSchema,
});
