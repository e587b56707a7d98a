import { alwaysGiven, permissionNames, permissions } from '@vitrine/contract/permissions';
import type { BuiltInRole, Role } from '@vitrine/contract/roles';
import type { TeamRole } from '@vitrine/contract/team-roles';

/** Each built-in role in one sentence; the table of permissions has the details. */
const builtIn: Record<BuiltInRole, string> = {
  owner: 'Faz tudo.',
  admin: 'Faz tudo, menos transferir ou excluir a loja.',
  manager: 'Cuida do catálogo, dos descontos e das variáveis.',
  attendant: 'Atende pedidos e entregas.',
};

/** What a role of the store's own may do, each permission in its words. Permissions that every role has are left out. */
export const rightTexts = (held: readonly string[]): string[] =>
  permissionNames
    .filter((name) => held.includes(name) && !alwaysGiven.includes(name))
    .map((name) => permissions[name].text);

/** A role in one sentence. */
export function describeRole(role: Role): string {
  if (typeof role === 'string') return builtIn[role];
  const texts = rightTexts(role.permissions);
  return texts.length === 0 ? 'Vê a loja e os membros.' : `${texts.join(' · ')}.`;
}

/** Who has the role: `2 pessoas e 1 convite`. */
export function holdersText({ members, invitations }: Pick<TeamRole, 'members' | 'invitations'>): string {
  const parts = [
    members > 0 ? `${members} ${members === 1 ? 'pessoa' : 'pessoas'}` : '',
    invitations > 0 ? `${invitations} ${invitations === 1 ? 'convite' : 'convites'}` : '',
  ].filter(Boolean);
  return parts.join(' e ') || 'Ninguém ainda';
}
