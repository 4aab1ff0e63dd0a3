/** The closed lists of values of shipments, spelt as in the documents that specify the product. */

/** The statuses of orders, pack lists, cartons and shipment plans, from the least advanced to the most. */
export const SHIPMENT_STATUSES = ['OPEN', 'IN_TRANSIT', 'RECEIVED', 'CLOSED'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export const CARTON_DIMENSION_UNITS = ['CM', 'IN', 'MM', 'M', 'FT'] as const;
export type CartonDimensionUnit = (typeof CARTON_DIMENSION_UNITS)[number];

export const CALCULATE_BY = ['SHIPPING_RATE', 'CONTAINER_ESTIMATE'] as const;
export type CalculateBy = (typeof CALCULATE_BY)[number];

/** LCL is less than a container. 45FT_HC is a type of ours. */
export const CONTAINER_TYPES = ['LCL', '20FT', '40FT', '40FT_HC', '45FT_HC'] as const;
export type ContainerType = (typeof CONTAINER_TYPES)[number];

export const ADDRESS_TYPES = ['SUPPLIER', 'FORWARDER', 'WAREHOUSE', 'AMAZON_FBA', 'OTHER'] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

/** Who labels the cartons of a plan to Amazon, spelt as Amazon does. */
export const LABEL_OWNERS = ['SELLER', 'AMAZON'] as const;

export const GOODS_TIMELINE_OPTIONS = [
  'READY',
  'READY_WITHIN_7_DAYS',
  'READY_WITHIN_14_DAYS',
  'READY_WITHIN_30_DAYS',
] as const;
export type GoodsTimelineOption = (typeof GOODS_TIMELINE_OPTIONS)[number];

/** The modes of freight rates: the shipping methods, and courier. SEA is also by container, LAND is by road. */
export const FREIGHT_MODES = ['AIR', 'COURIER', 'SEA', 'LAND'] as const;
export type FreightMode = (typeof FREIGHT_MODES)[number];

/** What a freight rate counts: kilograms, weight or measure (the greater of m3 and weight), or containers. */
export const FREIGHT_UNITS = ['KG', 'WM', 'CONTAINER'] as const;
export type FreightUnit = (typeof FREIGHT_UNITS)[number];

/** What is rated by itself: the whole shipment, or each carton, which tariffs also call a piece. */
export const FREIGHT_LEVELS = ['SHIPMENT', 'CARTON'] as const;
export type FreightLevel = (typeof FREIGHT_LEVELS)[number];

export const SIDE_ROUNDINGS = ['NONE', 'NEAREST', 'UP'] as const;
export type SideRounding = (typeof SIDE_ROUNDINGS)[number];

/** The units in which tariffs state how much volume counts as how much weight. */
export const DIVISOR_UNITS = ['CM3_PER_KG', 'IN3_PER_KG', 'IN3_PER_LB', 'KG_PER_M3'] as const;
export type DivisorUnit = (typeof DIVISOR_UNITS)[number];
