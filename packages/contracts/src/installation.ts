import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** External pages that an installation can link to. Each opens in a new tab. */
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
const installationSchema = z.object({
  supportEmail: z
    .string()
    .nullable()
    .meta({ description: 'The e-mail address for support; null if the installation has none' }),
  links: z.object(
    Object.fromEntries(OUTBOUND_LINKS.map((name) => [name, address])) as Record<OutboundLink, typeof address>,
  ),
  reportIssueUrl: address.meta({ description: 'The survey form in the dialog Report An Issue' }),
  chatUrl: address.meta({
    description:
      'The page of the support chat; `{id}`, `{name}` and `{email}` are placeholders for data of the signed-in ' +
      'person',
  }),
});
export type Installation = z.infer<typeof installationSchema>;

export const getInstallation = endpoint({
  id: 'getInstallation',
  method: 'GET',
  path: '/installation',
  access: 'public',
  summary: 'External links of this installation, for example to support and survey',
  description: 'Configured by environment variables. A link that is not configured is null and is not shown.',
  params: z.strictObject({}),
  response: installationSchema,
});
