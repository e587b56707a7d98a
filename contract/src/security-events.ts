import { z } from 'zod';
import { Done, id, Paging, subdomain } from './common.ts';

/**
 * The security log (POST /v1/account/security, POST /v1/security): events about the ways into an account and about a
 * store's money, each kind with its words. With `store`, the store's log also shows a member's event that happened
 * outside any store.
 */
export const securityKinds = {
  registered: { text: 'Conta criada' },
  login: { text: 'Entrada na conta', store: true },
  login_new_device: { text: 'Entrada por um aparelho novo', store: true },
  login_failed: { text: 'Tentativa de entrada com senha errada', store: true },
  login_refused: { text: 'Tentativas de entrada recusadas por excesso', store: true },
  password_passed: { text: 'Senha certa, sem entrar na conta', store: true },
  logout: { text: 'Saída da conta' },
  session_ended: { text: 'Aparelho desconectado' },
  sessions_ended: { text: 'Outros aparelhos desconectados' },
  password_changed: { text: 'Senha trocada', store: true },
  password_reset: { text: 'Senha redefinida por e-mail', store: true },
  email_asked: { text: 'Pedido de troca de e-mail' },
  email_proven: { text: 'E-mail confirmado', store: true },
  email_restored: { text: 'E-mail anterior recuperado', store: true },
  claim_replaced: { text: 'Cadastro sem confirmação substituído' },
  ways_dropped: { text: 'Acessos anteriores removidos', store: true },
  identity_linked: { text: 'Login externo vinculado', store: true },
  identity_unlinked: { text: 'Login externo desvinculado', store: true },
  factor_enabled: { text: 'Verificação em duas etapas ligada', store: true },
  factor_disabled: { text: 'Verificação em duas etapas desligada', store: true },
  factor_codes: { text: 'Códigos de recuperação trocados', store: true },
  factor_failed: { text: 'Código de verificação errado', store: true },
  factor_recovery: { text: 'Recuperação da verificação em duas etapas pedida', store: true },
  factor_recovery_ended: { text: 'Recuperação da verificação em duas etapas cancelada', store: true },
  passkey_added: { text: 'Passkey adicionada', store: true },
  passkey_removed: { text: 'Passkey removida', store: true },
  step_up: { text: 'Identidade confirmada de novo' },
  step_up_failed: { text: 'Confirmação de identidade recusada', store: true },
  account_exported: { text: 'Dados da conta exportados' },
  payment_account_saved: { text: 'Conta de pagamento conectada' },
  payment_account_refused: { text: 'Conta de pagamento recusada' },
  payment_account_accepted: { text: 'Conta de pagamento dada como certa' },
  payment_account_undone: { text: 'Troca da conta de pagamento desfeita' },
  game_token_rotated: { text: 'Token de identificação trocado' },
  store_exported: { text: 'Dados da loja exportados' },
  store_deleted: { text: 'Loja excluída' },
  store_transferred: { text: 'Loja transferida' },
  member_invited: { text: 'Convite enviado' },
  member_joined: { text: 'Convite aceito' },
  member_changed: { text: 'Papel de membro alterado' },
  team_factor_ended: { text: 'Verificação em duas etapas deixou de ser exigida da equipe' },
  approval_rule_changed: { text: 'Aprovação por duas pessoas alterada' },
  role_changed: { text: 'Papel da loja alterado' },
  member_removed: { text: 'Membro removido' },
} as const satisfies Record<string, { text: string; store?: true }>;

export type SecurityKind = keyof typeof securityKinds;

/** One entry of the log. */
export const SecurityEntry = z.object({
  id,
  /** ISO date-time. */
  at: z.string(),
  /** One of `securityKinds`, or a kind of an older version. */
  kind: z.string(),
  /** `securityKinds[kind].text`. */
  text: z.string(),
  /** What the event was about: `Discord`, `administrador`. Empty if the kind says all. */
  detail: z.string(),
  /** The person whose account it is. */
  person: z.string(),
  /** Name of the store that it is about, or null. */
  store: z.string().nullable(),
  /** `Chrome no Windows`; empty without a browser. */
  device: z.string(),
  /** `rede 203.0.113.x`, never a whole address; empty without a browser. */
  place: z.string(),
});
export type SecurityEntry = z.infer<typeof SecurityEntry>;

/** POST /v1/account/security: the person's own log, newest first. */
export const SecurityList = z.object({}).extend(Paging.shape);
/** POST /v1/account/security/export */
export const SecurityExport = z.object({ format: z.enum(['json', 'csv']) });
/** POST /v1/security: the store's log, for roles that may read its log of changes. */
export const StoreSecurityList = z.object({ subdomain: subdomain.optional() }).extend(Paging.shape);
/** POST /v1/security/export */
export const StoreSecurityExport = z.object({ subdomain: subdomain.optional() }).extend(SecurityExport.shape);
export const SecurityAnswer = Done.extend({
  entries: z.array(SecurityEntry),
  /** For the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});
export type SecurityAnswer = z.infer<typeof SecurityAnswer>;
