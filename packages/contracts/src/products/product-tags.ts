import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { optionSchema, userPath } from '../primitives.ts';

export const listProductTags = endpoint({
  id: 'listProductTags',
  method: 'GET',
  path: '/products/{userId}/tags',
  access: 'read',
  flags: management,
  summary: 'Tags in use',
  params: userPath,
  response: z.array(optionSchema),
});
export const listProductGroups = endpoint({
  id: 'listProductGroups',
  method: 'GET',
  path: '/products/{userId}/groups',
  access: 'read',
  flags: management,
  summary: 'Groups in use',
  params: userPath,
  response: z.array(optionSchema),
});
