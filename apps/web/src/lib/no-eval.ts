import { z } from 'zod';

// By default Zod probes `new Function` to compile its checks. The page's policy forbids that and would report it.
z.config({ jitless: true });
