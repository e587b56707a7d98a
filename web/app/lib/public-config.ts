import type { PublicConfig } from '@vitrine/contract/account-answers';
import { useEffect, useState } from 'react';
import { call } from './call.ts';

let answer: Promise<PublicConfig> | undefined;

/** `GET /v1/config`, asked once per page load. After a failure the next caller asks again. */
function publicConfig(): Promise<PublicConfig> {
  answer ??= call('GET /config', {}).catch((error) => {
    answer = undefined;
    throw error;
  });
  return answer;
}

/** What this installation offers; null while unknown, and after a failure. */
export function usePublicConfig(): PublicConfig | null {
  const [config, setConfig] = useState<PublicConfig | null>(null);
  useEffect(() => {
    let here = true;
    publicConfig().then(
      (value) => here && setConfig(value),
      (error) => console.error('public configuration', error),
    );
    return () => {
      here = false;
    };
  }, []);
  return config;
}
