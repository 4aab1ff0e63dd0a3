// Appoints a system admin: `npm run make-admin -- <e-mail>`. It works whether or not Quayside is running.
import '../apps/server/src/make-admin.ts';
