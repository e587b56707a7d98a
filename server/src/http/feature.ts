import type { Deps } from '../deps.ts';
import type { App } from './app-type.ts';

/** A feature's `routes.ts` exports one of these. */
export type Feature = (app: App, deps: Deps) => void | Promise<void>;
