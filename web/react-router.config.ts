import type { Config } from '@react-router/dev/config';

/** `initial`: the whole route table is in the first page, so the panel never asks the server where a link leads. */
export default {
  appDirectory: 'app',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
