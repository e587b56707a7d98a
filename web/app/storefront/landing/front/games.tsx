import { Check, Minus } from 'lucide-react';
import { Section } from './section.tsx';

const games = [
  {
    name: 'FiveM',
    served: true,
    text: 'Dinheiro, grupos, veículos e itens nas bases vRP 1, Creative (3, 4 e Network), Qbox, QBCore e ESX, com prova na base. Em outra base: comandos do servidor e funções suas.',
  },
  {
    name: 'Discord',
    served: true,
    text: 'O bot dá o cargo, tira quando o prazo acaba, manda mensagens e avisa antes se não tem permissão. Faz parte dos planos com Discord.',
  },
  { name: 'Minecraft', served: false, text: 'Nada é entregue lá hoje. Quando houver entrega, estará escrito aqui.' },
  { name: 'MTA', served: false, text: 'O mesmo: hoje não.' },
];

/** Which games are served, and which are not. */
export function Games() {
  return (
    <Section id="jogos" title="Onde a Vitrine entrega hoje" raised>
      <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {games.map(({ name, served, text }) => (
          <li key={name} className="flex gap-4">
            <span
              aria-hidden="true"
              className={`mt-0.5 grid size-7 shrink-0 place-items-center rounded-full ${served ? 'bg-ok-soft text-ok' : 'bg-hover text-muted'}`}
            >
              {served ? <Check className="size-4" strokeWidth={3} /> : <Minus className="size-4" />}
            </span>
            <div className="min-w-0">
              <h3 className="text-title font-semibold">
                {name} <span className="font-normal text-muted">· {served ? 'atendido' : 'ainda não'}</span>
              </h3>
              <p className="mt-1 text-muted text-pretty">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
