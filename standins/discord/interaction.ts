import type { MessageContent } from './answer.ts';

/** Ways to spoil a request before it is sent. */
export const VARIANTS = ['bad-signature', 'no-signature', 'old-timestamp', 'replay', 'body-changed'] as const;
export type Variant = (typeof VARIANTS)[number];

export type SendInput = {
  command: string;
  options?: Record<string, string>;
  /** The person who types it. */
  user: string;
  /** The server; undefined for a direct message to the bot. */
  guild?: string;
  /** The sent permissions of the caller, a decimal string; by default computed from the roles. */
  permissions?: string;
  variant?: Variant;
};

export type Message = MessageContent & { id: string; editedAt: number | null };

export type Interaction = {
  id: string;
  token: string;
  at: number;
  command: string;
  userId: string;
  guildId: string | null;
  variant: Variant | null;
  state: 'sent' | 'answered' | 'deferred' | 'failed';
  /** Status of the HTTP response; null if none came. */
  status: number | null;
  elapsedMs: number;
  /** Why Discord would show "O aplicativo não respondeu"; null if all is well. */
  problem: string | null;
  messages: Message[];
};
