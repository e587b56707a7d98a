import { Check } from 'lucide-react';
import { Section } from './section.tsx';

const games = [
  {
    name: 'FiveM',
    text: 'Dinheiro, grupos, veículos e itens nas bases vRP 1 e 2, Creative (3, 4 e Network), Qbox, QBCore, ESX e ox_core, com prova na base. Em outra base: comandos do servidor e funções suas.',
  },
  {
    name: 'Minecraft',
    text: 'Comandos, grupos do LuckPerms, dinheiro e itens em Paper, Spigot e Folia (Java), também com nick da Bedrock, e a whitelist. Sem abrir portas.',
  },
  {
    name: 'MTA',
    text: 'Grupos da ACL, dinheiro, e as suas próprias funções em Lua; itens, veículos e VIPs dos recursos da HyperScripts.',
  },
  {
    name: 'Discord',
    text: 'O bot dá o cargo, tira quando o prazo acaba, manda mensagens e avisa antes se não tem permissão. Faz parte dos planos com Discord.',
  },
];

/** Where goods are delivered, and which. */
export function Games() {
  return (
    <Section id="jogos" title="Onde a Vitrine entrega hoje" raised>
      <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {games.map(({ name, text }) => (
          <li key={name} className="flex gap-4">
            <span
              aria-hidden="true"
              className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-ok-soft text-ok"
            >
              <Check className="size-4" strokeWidth={3} />
            </span>
            <div className="min-w-0">
              <h3 className="text-title font-semibold">{name}</h3>
              <p className="mt-1 text-muted text-pretty">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
