import type { Role } from '@vitrine/contract/roles';

/** What each role is for, in a sentence; the table of permissions says it whole. */
export const roleAbout: Record<Role, string> = {
  owner: 'Faz tudo.',
  admin: 'Faz tudo, menos transferir ou excluir a loja.',
  manager: 'Cuida do catálogo, dos descontos e das variáveis.',
  attendant: 'Atende pedidos e entregas.',
};
