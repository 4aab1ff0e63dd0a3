import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { optionSchema, userPath } from '../primitives.ts';

const options = z.array(optionSchema);
export const listProductShippingMethods = endpoint({
  id: 'listProductShippingMethods',
  method: 'GET',
  path: '/products/{userId}/shipping-methods',
  access: 'read',
  summary: 'Shipping methods',
  params: userPath,
  response: options,
});
export const listProductCountries = endpoint({
  id: 'listProductCountries',
  method: 'GET',
  path: '/products/{userId}/countries',
  access: 'read',
  summary: 'Countries',
  params: userPath,
  response: options,
});
export const listDimensionUnits = endpoint({
  id: 'listDimensionUnits',
  method: 'GET',
  path: '/products/{userId}/dimension-units',
  access: 'read',
  summary: 'Units of length',
  params: userPath,
  response: options,
});
export const listWeightUnits = endpoint({
  id: 'listWeightUnits',
  method: 'GET',
  path: '/products/{userId}/weight-units',
  access: 'read',
  summary: 'Units of weight',
  params: userPath,
  response: options,
});
export const listBrands = endpoint({
  id: 'listBrands',
  method: 'GET',
  path: '/brands/{userId}',
  access: 'read',
  summary: 'Brands in use',
  params: userPath,
  response: options,
});
