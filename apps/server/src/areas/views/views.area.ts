import type { Area } from '../area.ts';
import { viewsAudit } from './views.audit.ts';
import { mountViews } from './views.routes.ts';

export const viewsArea: Area = {
  name: 'views',
  audit: viewsAudit,
  tables: ['grid_default_view', 'grid_view'],
  mount: mountViews,
};
