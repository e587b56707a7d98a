import { z } from 'zod';

// Import this before any schema is made. Otherwise Zod tries `new Function` once, which the pages'
// Content-Security-Policy refuses and reports. The server keeps compiled checks, because they are faster.
if ('document' in globalThis) z.config({ jitless: true });
