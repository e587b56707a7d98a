/** Markup that is safe to send. Only `html` and `raw` make it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
  toString(): string {
    return this.markup;
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(value: unknown): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === null || value === undefined || value === false) return '';
  return escapeHtml(String(value));
}

/** Template tag: escapes every value except `Html`, joins lists, and drops null, undefined and false. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

/** The stand-in's own markup, such as an inline SVG. Never for received text. */
export function raw(markup: string): Html {
  return new Html(markup);
}

const STYLE = `
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6677; --line: #d9dfe8; --page: #f4f6fa; --card: #fff; --accent: #0b6bcb; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e9edf4; --soft: #a3aebf; --line: #323c4c; --page: #12161d; --card: #1b212b; --accent: #6cb2ff; }
    button, .button { color: #0c1420 !important; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 2rem 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
  main { max-width: 46rem; margin: 0 auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  h1 { margin: 0 0 .75rem; font-size: 1.4rem; } h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
  p { margin: .4rem 0; } small, .soft { color: var(--soft); } a { color: var(--accent); }
  form { display: inline-block; margin: .25rem .4rem .25rem 0; }
  button, .button { font: inherit; font-weight: 600; padding: .55rem 1rem; border: 0; border-radius: 9px; background: var(--accent); color: #fff; cursor: pointer; text-decoration: none; display: inline-block; }
  button.quiet { background: none; color: var(--accent) !important; border: 1px solid var(--line); }
  button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  input, select { font: inherit; padding: .45rem .6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--page); color: var(--ink); }
  code, textarea { font: .85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; font-size: .92rem; } th, td { text-align: left; padding: .4rem .5rem; border-top: 1px solid var(--line); vertical-align: top; }
  .scroll { overflow-x: auto; } .strong { font-size: 1.5rem; font-weight: 700; } .notice { padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 9px; margin: .8rem 0; }
`;

/** A whole page in pt-BR. `label` names the service that it replaces, so that nobody takes it for the real one. */
export function page(options: { title: string; label: string; body: Html }): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${options.title}</title>
<link rel="icon" href="data:,"><style>${raw(STYLE)}</style></head>
<body><main><p><small>${options.label}: simulação local, nada aqui é cobrado de verdade</small></p>
<h1>${options.title}</h1>
${options.body}</main></body>
</html>`.markup;
}
