import type { Role } from '@vitrine/contract/roles';

/** Each role in one sentence; the table of permissions has the details. */
export const roleDescriptions: Record<Role, string> = {
  owner: 'Faz tudo.',
  admin: 'Faz tudo, menos transferir ou excluir a loja.',
  manager: 'Cuida do catálogo, dos descontos e das variáveis.',
  attendant: 'Atende pedidos e entregas.',
};
