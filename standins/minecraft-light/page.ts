import { type Html, html, page, raw } from '../lib/html.ts';
import type { Player } from './world.ts';

/** What the page and the control API show of the server. */
export interface View {
  on: boolean;
  connected: boolean;
  players: Player[];
  console: string[];
  token: string;
  url: string;
}

const number = new Intl.NumberFormat('pt-BR');
const names = (values: string[]): string => (values.length === 0 ? '—' : values.join(', '));
const itemsOf = ({ items }: Player): string[] =>
  Object.entries(items).map(([name, count]) => `${name} × ${number.format(count)}`);

function row(player: Player, on: boolean): Html {
  const [action, label] = player.online ? ['leave', 'Sair'] : ['join', 'Entrar'];
  const state = player.banned ? 'banido' : player.online && on ? 'no servidor' : 'fora';
  return html`<tr>
    <th scope="row">${player.name}</th>
    <td data-of="Situação">${state}</td>
    <td data-of="Moedas">${number.format(player.coins)}</td>
    <td data-of="Grupos">${names(player.groups)}</td>
    <td data-of="Inventário">${names(itemsOf(player))}</td>
    <td data-of="Whitelist">${player.whitelisted ? 'sim' : 'não'}</td>
    <td><form method="post" action="/__control/form/${action}"><input type="hidden" name="name" value="${player.name}">
      <button class="${player.online ? 'quiet' : ''}" aria-label="${label}: ${player.name}">${label}</button></form></td>
  </tr>`;
}

/** The changing part of the page: state, players, console. */
export function livePart({ on, connected, players, console: lines }: View): Html {
  const there = players.filter(({ online }) => online).length;
  return html`
    <p role="status">Servidor <strong>${on ? 'ligado' : 'desligado'}</strong> · plugin
      <strong>${connected ? 'conectado à loja' : 'sem loja'}</strong> · ${on ? there : 0} no servidor</p>
    <form method="post" action="/__control/form/${on ? 'kill' : 'restart'}">
      <button class="${on ? 'quiet' : ''}">${on ? 'Derrubar servidor' : 'Ligar servidor'}</button></form>
    <h2>Jogadores</h2>
    <div class="scroll" role="region" aria-label="Jogadores" tabindex="0"><table class="people">
      <thead><tr><th>Nick</th><th>Situação</th><th>Moedas</th><th>Grupos</th><th>Inventário</th><th>Whitelist</th><th><span class="soft">Ação</span></th></tr></thead>
      <tbody>${players.map((player) => row(player, on))}</tbody></table></div>
    <h2>Console</h2>
    <pre class="scroll" role="log" aria-label="Console" tabindex="0"><code>${lines.slice(-40).join('\n') || 'Nada ainda.'}</code></pre>`;
}

// Only the changing part is fetched again, so the forms keep typed text.
const SCRIPT = `
  const part = document.getElementById('ao-vivo');
  setInterval(async () => {
    if (part.contains(document.activeElement) && document.activeElement.matches('button')) return;
    const answer = await fetch('/?parte=1').catch(() => undefined);
    if (answer?.ok) part.innerHTML = await answer.text();
  }, 1000);
`;

// On a phone each player is a card, because a row of seven columns would be cut.
const STYLE = `
  main { max-width: 72rem; } pre { max-height: 18rem; overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 9px; }
  label { display: block; margin: .4rem 0 .15rem; } input[type=text], input[type=url] { width: min(100%, 32rem); }
  button { min-height: 44px; margin-top: .5rem; } .people td, .people th { vertical-align: middle; } .people button { margin: 0; }
  @media (max-width: 40rem) {
    body { padding: .5rem; } main { padding: 1rem; }
    .people thead { display: none; } .people, .people tbody, .people tr, .people th, .people td { display: block; }
    .people tr { padding: .6rem 0; border-top: 1px solid var(--line); } .people th, .people td { border: 0; padding: .1rem 0; }
    .people th { font-size: 1.05rem; } .people td[data-of] { display: flex; justify-content: space-between; gap: 1rem; text-align: right; }
    .people td[data-of]::before { content: attr(data-of); color: var(--soft); }
  }
`;

/** The server's page, where whoever tries the demo sees what arrived. */
export function serverPage(view: View): string {
  return page({
    title: 'Aurora Craft',
    label: 'Servidor de Minecraft',
    body: html`
      <style>${raw(STYLE)}</style>
      <div id="ao-vivo">${livePart(view)}</div>
      <h2>Entrar com outro nick</h2>
      <form method="post" action="/__control/form/join"><label for="nick">Nick do Minecraft</label>
        <input type="text" id="nick" name="name" autocomplete="off" maxlength="17"> <button>Entrar no servidor</button></form>
      <h2>Digitar no console</h2>
      <form method="post" action="/__control/form/console"><label for="linha">Comando do console</label>
        <input type="text" id="linha" name="line" autocomplete="off"> <button>Executar</button></form>
      <h2>Ligar à loja</h2>
      <form method="post" action="/__control/form/configure">
        <label for="token">Chave privada da loja (chave)</label>
        <input type="text" id="token" name="token" autocomplete="off" value="${view.token}">
        <label for="url">Endereço da plataforma (endereco)</label>
        <input type="url" id="url" name="url" value="${view.url}">
        <p><button>Salvar e conectar</button></p></form>
      <script>${raw(SCRIPT)}</script>`,
  });
}
