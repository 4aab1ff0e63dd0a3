// Names the first system administrator: `npm run make-admin -- <e-mail>`. The product may run meanwhile, or not.
import '../apps/server/src/make-admin.ts';
