import type { Way } from '@vitrine/contract/account-answers';
import { Alert } from '../ui/surfaces.tsx';

/** Says which ways into the account a confirmation or a new password removed, and which remain. */
export function WaysTold({ removed, remaining }: { removed: Way[]; remaining: Way[] }) {
  return (
    <>
      {removed.length > 0 ? (
        <Alert tone="ok" title="Removido da conta">
          <Names ways={removed} />
        </Alert>
      ) : null}
      {remaining.length > 0 ? (
        <Alert title="Continua dando acesso">
          <Names ways={remaining} />
        </Alert>
      ) : null}
    </>
  );
}

function Names({ ways }: { ways: Way[] }) {
  return (
    <ul className="list-disc pl-4">
      {ways.map(({ kind, text }) => (
        <li key={kind} className="break-words">
          {text}
        </li>
      ))}
    </ul>
  );
}
