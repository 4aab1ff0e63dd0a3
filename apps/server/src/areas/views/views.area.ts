import type { Area } from '../area.ts';
import { mountViews } from './views.routes.ts';

export const viewsArea: Area = { name: 'views', tables: ['grid_default_view', 'grid_view'], mount: mountViews };
