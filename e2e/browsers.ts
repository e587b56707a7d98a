import type { LaunchOptions } from '@playwright/test';

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The programs that bin/lib/chromium.mjs found; without them Playwright starts its own. */
const { CHROMIUM_PATH: shell, CHROMIUM_WHOLE_PATH: whole = shell } = process.env;

/** The browser of the stories. It has no window, no tabs and no notifications. */
export const withoutWindow: LaunchOptions = { args, ...(shell && { executablePath: shell }) };

/** The whole browser, for a story that needs notifications. */
export const wholeBrowser: LaunchOptions = { args, ...(whole ? { executablePath: whole } : { channel: 'chromium' }) };
