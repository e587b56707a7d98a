import { GameListAnswer, GameListPage } from '../city-lists.ts';
import { GameHello, GameSync } from '../game.ts';
import { GameHelloAnswer, GameSyncAnswer } from '../game-answers.ts';
import { GamePlayerAnswer, GamePlayerAsk } from '../game-player.ts';
import { limits } from '../limits.ts';
import { call } from './call.ts';

const done = { success: true };
const now = 1_795_435_200;
const boot = { boot_id: 'b7c1d0e94f5a2683', journal_id: 'j2f8a6c35e907d14' };
const refusals = ['game_auth', 'clock_skew', 'invalid_request'] as const;

/** The game-server protocol (docs/game-server-protocol.md). */
export const game = {
  'POST /game/hello': call({
    id: 'sayHello',
    access: 'game',
    limit: 'game',
    bodyBytes: limits.gameBodyBytes,
    says: 'Says that a game server started, and opens a new epoch.',
    body: GameHello,
    answer: GameHelloAnswer,
    refusals: [...refusals, 'game_version', 'game_mismatch', 'rate_limited'],
    example: {
      body: {
        protocol: 1,
        version: '1.0.0',
        game: 'fivem',
        framework: 'vrpex',
        capabilities: { add_group: { online: true, offline: true } },
        ...boot,
        now,
      },
      answer: {
        ...done,
        store: { name: 'Cidade Alta', subdomain: 'cidadealta' },
        server_id: '06h0dkt7h2cz',
        epoch: 3,
        seat: 'seated',
        now,
        next_poll_ms: 0,
        min_version: '1.0.0',
        latest_version: '1.0.0',
        download_url: 'https://vitrine.exemplo/config?tab=servidores',
        limits: { commands: 25, results: 100, body_bytes: limits.gameBodyBytes, online: limits.gameOnlineMax },
        notices: [],
        settings: { check_discord: false },
        lists: ['items'],
      },
    },
  }),
  'POST /game/lists': call({
    id: 'sendGameList',
    access: 'game',
    limit: 'game',
    bodyBytes: limits.gameBodyBytes,
    says: 'Takes one page of a list of names of the city, which the answer to hello asked for.',
    body: GameListPage,
    answer: GameListAnswer,
    refusals: [...refusals, 'superseded', 'rate_limited'],
    example: {
      body: {
        epoch: 3,
        ...boot,
        kind: 'items',
        hash: '4ad1f2c09b7e6613',
        closed: true,
        total: 2,
        from: 0,
        entries: [{ name: 'agua', label: 'Garrafa de Água' }, { name: 'lockpick' }],
      },
      answer: { ...done, next: null },
    },
  }),
  'POST /game/player': call({
    id: 'tellGamePlayer',
    access: 'game',
    limit: 'game',
    bodyBytes: limits.gameBodyBytes,
    says: 'Says what a player of this game server has through purchases, and until when.',
    body: GamePlayerAsk,
    answer: GamePlayerAnswer,
    refusals: [...refusals, 'superseded', 'rate_limited'],
    example: {
      body: { epoch: 3, ...boot, player: '57' },
      answer: {
        ...done,
        benefits: [
          { name: 'VIP Ouro', until: now + 2_592_000, until_text: '23/12/2026, 09:00' },
          { name: 'Casa de praia', until: null, until_text: null },
        ],
      },
    },
  }),
  'POST /game/sync': call({
    id: 'syncGame',
    access: 'game',
    limit: 'game',
    bodyBytes: limits.gameBodyBytes,
    says: 'Takes what a game server did and gives it what to do next, at once or as soon as there is something.',
    body: GameSync,
    answer: GameSyncAnswer,
    refusals: [...refusals, 'superseded'],
    example: {
      body: { epoch: 3, ...boot, results: [], in_progress: [], ready: [], online: ['57'], want: 25 },
      answer: {
        ...done,
        epoch: 3,
        now,
        next_poll_ms: 0,
        settled: [],
        commands: [
          {
            id: '06h0dkp8c3yv',
            attempt: 1,
            player: { city_id: '57', discord_id: '123456789012345678', name: 'João Silva' },
            action: 'add_group',
            args: { group: 'vip_ouro' },
            order: '1042',
            phase: 'confirmation',
            expires_at: now + limits.gameLeaseSeconds,
            label: 'VIP Ouro',
          },
        ],
        cancel: [],
        who: [],
        notices: [],
      },
    },
  }),
};
