import { z } from 'zod';

// Zod would otherwise try whether it may compile its checks with `new Function`; the page's policy forbids and reports that.
z.config({ jitless: true });
