import { z } from 'zod';

// By default, Zod tries to compile its checks with `new Function`. The content security policy of the page forbids this
// and would report a violation.
z.config({ jitless: true });
