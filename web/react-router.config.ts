import type { Config } from '@react-router/dev/config';

/**
 * `initial`: the whole route table is in the first page, so the panel never asks the server where a link leads.
 * `BUILD_DIRECTORY`: bin/lib/build.mjs builds aside and swaps, because a server may be running on the last build.
 */
export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIRECTORY || 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
