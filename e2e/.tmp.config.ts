import base from './playwright.config.ts';

const { webServer: _, ...rest } = base;
export default {
  ...rest,
  timeout: 180_000,
  workers: 1,
  expect: { timeout: 30_000 },
  use: { ...rest.use, actionTimeout: 30_000 },
};
