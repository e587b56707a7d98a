import type { MessageContent } from './answer.ts';

/** How a request may be spoilt before it is sent. */
export const VARIANTS = ['bad-signature', 'no-signature', 'old-timestamp', 'replay', 'body-changed'] as const;
export type Variant = (typeof VARIANTS)[number];

export type SendInput = {
  command: string;
  options?: Record<string, string>;
  /** Who types it. */
  user: string;
  /** Where; left out means a direct message to the bot. */
  guild?: string;
  /** The caller's permissions as sent, a decimal string; normally worked out from the roles. */
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
  /** Status of the HTTP response, null when none came. */
  status: number | null;
  elapsedMs: number;
  /** Why Discord would show "O aplicativo não respondeu"; null when all is well. */
  problem: string | null;
  messages: Message[];
};
