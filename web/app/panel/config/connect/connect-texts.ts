import type { Game } from '@vitrine/contract/action-types';
import { serverLines } from '../settings-form.ts';

/** A text between quotes, as YAML and Lua read it. Characters that could end the quotes are left out. */
const quoted = (text: string) => `'${text.replace(/['\\\r\n]/g, '')}'`;

/** What an owner does to connect a server of a game, pt-BR. */
export interface ConnectTexts {
  /** What is downloaded, and the name of the file. */
  script: { name: string; file: string };
  /** Where the download goes: plain words and pieces of code by turns. */
  place: readonly string[];
  /** The file or console into which the lines go, and how. */
  lines: { title: string; label: string; how: readonly string[]; of(token: string, url: string): string };
  /** How the server begins to use it. */
  start: { title: string; how?: readonly string[] };
}

/** Every second text of `place` and `how` is code. */
export const connectTexts: Record<Game, ConnectTexts> = {
  fivem: {
    script: { name: 'o script', file: 'vitrine-fivem.zip' },
    place: ['Extraia a pasta ', 'vitrine', ' dentro de ', 'resources', ', com este nome.'],
    lines: {
      title: 'Cole estas linhas no server.cfg',
      label: 'Linhas do server.cfg',
      how: [
        'Depois do banco de dados e da base. Use ',
        'set',
        ', nunca ',
        'setr',
        ': assim o token não chega aos jogadores.',
      ],
      of: serverLines,
    },
    start: { title: 'Reinicie o servidor' },
  },
  minecraft: {
    script: { name: 'o plugin', file: 'vitrine.jar' },
    place: [
      'Ponha o ',
      'vitrine.jar',
      ' na pasta ',
      'plugins',
      ' do servidor (Paper, Spigot, Folia; num proxy, Velocity ou BungeeCord) e ligue-o uma vez.',
    ],
    lines: {
      title: 'Cole estas linhas no config.yml',
      label: 'Linhas do config.yml',
      how: [
        'Em ',
        'plugins/Vitrine/config.yml',
        ', no lugar das que já estão lá com estes nomes. Num proxy, em ',
        'config.properties',
        '.',
      ],
      of: (token, url) => `chave: ${quoted(token)}\nendereco: ${quoted(url)}`,
    },
    start: { title: 'Reinicie o servidor' },
  },
  mta: {
    script: { name: 'o script', file: 'vitrine-mta.zip' },
    place: ['Extraia a pasta ', 'vitrine', ' dentro de ', 'mods/deathmatch/resources', ', com este nome.'],
    lines: {
      title: 'Cole estas linhas no config.lua',
      label: 'Linhas do config.lua',
      how: [
        'Em ',
        'vitrine/config.lua',
        ', no lugar das que já estão lá com estes nomes. O arquivo fica só no servidor.',
      ],
      of: (token, url) => `Config.Token = ${quoted(token)}\nConfig.Url = ${quoted(url)}`,
    },
    start: {
      title: 'Ligue o script no console',
      how: [
        'Digite ',
        'refresh',
        ', depois ',
        'aclrequest allow vitrine all',
        ', que dá ao script as permissões que ele pede, e ',
        'start vitrine',
        '. Para ligar sempre, ponha o recurso no ',
        'mtaserver.conf',
        '.',
      ],
    },
  },
};
