import { readFileSync } from 'node:fs';
import type { Base, Resources } from './frameworks/base.ts';
import { creative3 } from './frameworks/creative3.ts';
import { bxd, summerz } from './frameworks/creative4.ts';
import { esx, esxOx } from './frameworks/esx.ts';
import { networkNewer } from './frameworks/network-newer.ts';
import { networkOlder } from './frameworks/network-older.ts';
import { oxCore } from './frameworks/ox-core.ts';
import { qbcore } from './frameworks/qbcore.ts';
import { qbox } from './frameworks/qbox.ts';
import { vrp1, vrpex } from './frameworks/vrp1.ts';
import { vrp2 } from './frameworks/vrp2.ts';

export type FrameworkName =
  | 'vrp1'
  | 'vrpex'
  | 'vrp2'
  | 'creative3'
  | 'creative4-summerz'
  | 'creative4-bxd'
  | 'network-older'
  | 'network-newer'
  | 'qbox'
  | 'qbcore'
  | 'esx'
  | 'esx-ox'
  | 'ox_core';

export interface Framework {
  /** In the order of their start. */
  resources: string[];
  /** The ones that are in base/. */
  extras: string[];
  schema: string;
  seed: Base['seed'];
  files(): Record<string, string>;
}

const lua = (name: string): string => readFileSync(new URL(`./base/${name}.lua`, import.meta.url), 'utf8');

const manifest = (base: Base): string => {
  const scripts = ['lib', 'settings', ...base.lua].map((name) => `  '${name}.lua',`);
  return ["fx_version 'bodacious'", "game 'gta5'", base.manifest, 'server_scripts {', ...scripts, '}', ''].join('\n');
};

function asFramework(base: Base): Framework {
  return {
    resources: [...base.extras, 'vrp'],
    extras: base.extras,
    schema: base.schema,
    seed: base.seed,
    files: () => ({
      'vrp/fxmanifest.lua': manifest(base),
      'vrp/lib.lua': lua('lib'),
      'vrp/settings.lua': base.settings,
      ...Object.fromEntries(base.lua.map((name) => [`vrp/${name}.lua`, lua(name)])),
      ...Object.fromEntries(Object.entries(base.config).map(([path, text]) => [`vrp/${path}`, text])),
    }),
  };
}

function ofResources(base: Resources): Framework {
  const files = base.resources.flatMap(({ name, manifest: more, settings, lua: parts }) => {
    const scripts = ['core', 'settings', ...parts].map((part) => `  '${part}.lua',`);
    const text = ["fx_version 'cerulean'", "game 'gta5'", more, 'server_scripts {', ...scripts, '}', ''].join('\n');
    return [
      [`${name}/fxmanifest.lua`, text],
      [`${name}/core.lua`, lua('core')],
      [`${name}/settings.lua`, settings],
      ...parts.map((part) => [`${name}/${part}.lua`, lua(part)]),
    ];
  });
  return {
    resources: base.resources.map(({ name }) => name),
    extras: [],
    schema: base.schema,
    seed: base.seed,
    files: () => Object.fromEntries(files),
  };
}

/** Every base that can be started. */
export const FRAMEWORKS: Record<FrameworkName, Framework> = {
  vrp1: asFramework(vrp1),
  vrpex: asFramework(vrpex),
  vrp2: asFramework(vrp2),
  creative3: asFramework(creative3),
  'creative4-summerz': asFramework(summerz),
  'creative4-bxd': asFramework(bxd),
  'network-older': asFramework(networkOlder),
  'network-newer': asFramework(networkNewer),
  qbox: ofResources(qbox),
  qbcore: ofResources(qbcore),
  esx: ofResources(esx),
  'esx-ox': ofResources(esxOx),
  ox_core: ofResources(oxCore),
};
