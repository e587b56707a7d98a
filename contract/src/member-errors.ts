/** Refusals of calls about members, invitations and roles; part of the table of `errors.ts`. */
export const memberErrors = {
  member_not_found: { status: 404, text: 'Membro não encontrado.' },
  member_exists: { status: 409, text: 'Esta pessoa já faz parte da loja.', field: 'email' },
  invitation_not_found: { status: 404, text: 'Convite não encontrado.' },
  role_above_own: { status: 403, text: 'Você não pode conceder um papel acima do seu.' },
  role_not_found: { status: 404, text: 'Papel não encontrado.' },
  role_taken: { status: 409, text: 'Já existe um papel com este nome.', field: 'name' },
  role_limit: { status: 422, text: 'A loja já tem 20 papéis próprios, o máximo. Exclua um para criar outro.' },
  role_in_use: {
    status: 409,
    text: 'Há pessoas ou convites com este papel. Escolha o papel que vão ter.',
    field: 'replacement',
  },
  factor_required: {
    status: 403,
    text: 'Esta loja exige verificação em duas etapas. Ligue a sua no seu perfil para entrar.',
  },
  factor_first: {
    status: 422,
    text: 'Ligue antes a sua própria verificação em duas etapas, ou adicione uma passkey.',
    field: 'days',
  },
  /** With one person who may refund, nothing could ever be approved. */
  approvers_few: {
    status: 422,
    text: 'Antes, pelo menos duas pessoas ativas da equipe precisam poder reembolsar. Dê esse direito a mais alguém.',
    field: 'value',
  },
  owner_only: { status: 403, text: 'Só o proprietário da loja pode fazer isso.' },
} as const satisfies Record<string, { status: number; text: string; field?: string }>;
