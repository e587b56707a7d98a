import { readKey, writeKey } from '../../state/session-storage.ts';

const KEY = 'vitrine-keys';

/** Whether single keys act in this browser. They do until the person turns them off (WCAG 2.1.4). */
export const singleKeysOn = (): boolean => readKey(KEY) !== 'off';

export const turnSingleKeys = (on: boolean): void => void writeKey(KEY, on ? null : 'off');
