import { z } from 'zod';

// Imported before any schema is made. Zod would try once whether it may compile checks with `new Function`, which the
// pages' Content-Security-Policy refuses and reports; on the server, where it may, compiled checks are faster.
if ('document' in globalThis) z.config({ jitless: true });
