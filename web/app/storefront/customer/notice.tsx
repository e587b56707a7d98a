import { type ErrorCode, errors } from '@vitrine/contract/errors';

/** Refusals with a text of this area; all others have the text of the error table. */
const own: Record<string, string> = {
  cancelado: 'Autorização cancelada pelo usuário.',
  unauthenticated: 'Sua sessão terminou. Entre de novo.',
  token_invalid: 'Este link não vale mais. Peça outro.',
};

/** Codes that belong to a field of the form, so the form shows them there. */
export const EMAIL_CODES: ReadonlySet<string> = new Set(['validation_failed', 'invalid_email', 'invalid_request']);

/** The problem in the address after a refused form. Undefined for an unknown code. */
export function problemOf(code: string | null): string | undefined {
  if (code === null) return undefined;
  if (Object.hasOwn(own, code)) return own[code];
  return Object.hasOwn(errors, code) ? errors[code as ErrorCode].text : undefined;
}

export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="rounded-control bg-bad-soft px-4 py-3 text-small font-medium text-bad">
      {text}
    </p>
  );
}
