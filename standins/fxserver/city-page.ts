import { type Html, html, page, raw } from '../lib/html.ts';
import type { City } from './fxserver.ts';
import { type CitizenView, citizenViews } from './overview.ts';

const money = new Intl.NumberFormat('pt-BR');
const list = (values: string[]): string => (values.length === 0 ? '—' : values.join(', '));

function row(c: CitizenView): Html {
  const [action, label] = c.stage === 'fora' ? ['join', 'Entrar'] : ['leave', 'Sair'];
  return html`<tr id="cidadao-${c.id}">
    <th scope="row">${c.id}</th>
    <td>${c.name}<br><small>Discord ${c.discord === '' ? 'desconhecido' : c.discord}</small></td>
    <td>${c.banned ? 'banido' : c.stage}</td>
    <td>${c.bank === null ? '—' : `$ ${money.format(c.bank)}`}</td>
    <td>${list(c.groups)}</td>
    <td>${list(c.items.map((i) => `${i.item} × ${i.amount}`))}</td>
    <td>${list(c.vehicles.map((v) => (v.plate === '' ? v.model : `${v.model} (${v.plate})`)))}</td>
    <td><form method="post" action="/__control/form/${action}"><input type="hidden" name="id" value="${c.id}">
      <button class="${action === 'join' ? '' : 'quiet'}" aria-label="${label}: ${c.name}">${label}</button></form></td>
  </tr>`;
}

function button(action: string, label: string, quiet = true): Html {
  return html`<form method="post" action="/__control/form/${action}"><button class="${quiet ? 'quiet' : ''}">${label}</button></form>`;
}

// Only the changing part is fetched again, so the forms keep typed text.
const SCRIPT = `
  const part = document.getElementById('ao-vivo');
  setInterval(async () => {
    if (part.contains(document.activeElement) && document.activeElement.matches('button')) return;
    const answer = await fetch('/?parte=1').catch(() => undefined);
    if (answer?.ok) part.innerHTML = await answer.text();
  }, 2000);
  document.getElementById('instalar').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [file] = document.getElementById('zip').files;
    const out = document.getElementById('instalado');
    if (!file) return;
    const answer = await fetch('/__control/install', { method: 'POST', headers: { 'content-type': 'application/zip' }, body: file });
    const data = await answer.json();
    out.textContent = answer.ok ? 'Instalado: ' + data.resources.join(', ') : data.message;
  });
`;

/** The changing part of the page: state, citizens, console. */
export function livePart(city: City, resource: string): Html {
  const citizens = citizenViews(city);
  const state = city.server.resources.get(resource)?.state ?? 'missing';
  const names: Record<string, string> = {
    started: 'rodando',
    starting: 'iniciando',
    stopped: 'parado',
    missing: 'não instalado',
  };
  return html`
    <p role="status">Servidor <strong>${city.alive ? 'ligado' : 'desligado'}</strong> · recurso ${resource}
      <strong>${names[state] ?? state}</strong> · ${citizens.filter((c) => c.online).length} na cidade</p>
    <div>${button('kill', 'Derrubar servidor')} ${button('restart', 'Reiniciar servidor')} ${button('restart-resource', 'Reiniciar recurso')}</div>
    <h2>Cidadãos</h2>
    <div class="scroll" role="region" aria-label="Cidadãos" tabindex="0"><table>
      <thead><tr><th>ID</th><th>Nome</th><th>Situação</th><th>Banco</th><th>Grupos</th><th>Itens</th><th>Veículos</th><th><span class="soft">Ação</span></th></tr></thead>
      <tbody>${citizens.map(row)}</tbody></table></div>
    <h2>Console</h2>
    <pre class="scroll" role="log" aria-label="Console" tabindex="0"><code>${city.consoleLines.slice(-40).join('\n')}</code></pre>`;
}

/** The city's page. */
export function cityPage(city: City, resource: string, framework: string): string {
  const convar = (name: string): string => city.server.convars.get(name) ?? '';
  return page({
    title: 'Cidade de demonstração',
    label: `Servidor de jogo (${framework})`,
    body: html`
      <style>main { max-width: 72rem; } pre { max-height: 18rem; overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 9px; }
        label { display: block; margin: .4rem 0 .15rem; } input[type=text], input[type=url] { width: min(100%, 32rem); }</style>
      <div id="ao-vivo">${livePart(city, resource)}</div>
      <h2>Digitar no console</h2>
      <form method="post" action="/__control/form/console"><label for="linha">Comando do console</label>
        <input type="text" id="linha" name="line" autocomplete="off"> <button>Executar</button></form>
      <h2>Ligar à loja</h2>
      <form method="post" action="/__control/form/configure">
        <label for="token">Chave privada da loja (vitrine_token)</label>
        <input type="text" id="token" name="token" autocomplete="off" value="${convar('vitrine_token')}">
        <label for="url">Endereço da plataforma (vitrine_url)</label>
        <input type="url" id="url" name="url" value="${convar('vitrine_url')}">
        <p><button>Salvar e iniciar o recurso</button></p></form>
      <h2>Instalar um recurso</h2>
      <form id="instalar"><label for="zip">Arquivo .zip do recurso</label>
        <input type="file" id="zip" accept=".zip,application/zip"> <button>Instalar</button> <span id="instalado" role="status"></span></form>
      <script>${raw(SCRIPT)}</script>`,
  });
}
