import type { MembersAnswer } from '@vitrine/contract/members';
import { type BuiltInRole, roles, roleTexts } from '@vitrine/contract/roles';
import { Check, Minus } from 'lucide-react';
import { Card } from '../../ui/surfaces.tsx';

const shortTexts: Record<BuiltInRole, string> = { owner: 'Prop.', admin: 'Adm.', manager: 'Ger.', attendant: 'Atend.' };

/** Which built-in role may do what, from the server's own table. */
export function PermissionsTable({ permissions }: { permissions: MembersAnswer['permissions'] }) {
  return (
    <Card
      flush
      title="Papéis prontos"
      description="Toda loja tem estes, e ninguém os muda."
      className="overflow-hidden"
    >
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">O que cada papel pode fazer</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-3 pl-4 text-left font-medium sm:pl-5">
              Pode
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" className="px-1 py-3 text-center font-medium last:pr-3 sm:px-3 sm:last:pr-5">
                <span className="sm:hidden" aria-hidden="true">
                  {shortTexts[role]}
                </span>
                <span className="max-sm:sr-only">{roleTexts[role]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {permissions.map((permission) => (
            <tr key={permission.name}>
              <th scope="row" className="py-3 pr-2 pl-4 text-left text-small font-normal sm:pl-5">
                {permission.text}
              </th>
              {roles.map((role) => (
                <td key={role} className="px-1 py-3 text-center last:pr-3 sm:px-3 sm:last:pr-5">
                  {permission.roles.includes(role) ? (
                    <Check role="img" aria-label="Sim" className="mx-auto size-4.5 text-ok" />
                  ) : (
                    <Minus role="img" aria-label="Não" className="mx-auto size-4 text-muted" />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
