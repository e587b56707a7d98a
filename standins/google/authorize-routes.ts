import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html, page } from '../lib/html.ts';
import { AuthorizeError, type AuthorizeRequest, readAuthorizeRequest } from './accounts.ts';
import type { GoogleState } from './state.ts';

type Query = Record<string, unknown>;

const send = (reply: FastifyReply, title: string, body: Html, status = 200): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(page({ title, label: 'Google', body }));

function back(request: AuthorizeRequest, params: Record<string, string>): string {
  const url = new URL(request.redirectUri);
  const all = { ...(request.state !== null && { state: request.state }), ...params };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.toString();
}

function accountChoice(state: GoogleState, query: Query): Html {
  const action = `/o/oauth2/v2/auth?${new URLSearchParams(query as Record<string, string>)}`;
  const people = [...state.users.values()].map(
    (user) => html`<option value="${user.sub}">${user.name} (${user.email})</option>`,
  );
  return html`<p>Escolha uma conta para continuar em <strong>Vitrine</strong>.</p>
<form method="post" action="${action}">
<p><label for="sub">Conta</label><br><select id="sub" name="sub">${people}</select></p>
<p><button name="decision" value="allow">Continuar</button>
<button class="quiet" name="decision" value="deny">Cancelar</button></p>
</form>`;
}

/** `/o/oauth2/v2/auth`: choose an account, continue or cancel. A wrong client or redirect ends at an error page. */
export function authorizeRoutes(app: FastifyInstance, state: GoogleState): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof AuthorizeError)) throw error;
      const body = html`<p class="notice" role="alert">${error.message}</p><p>Erro 400: ${error.reason}</p>`;
      return send(reply, 'Acesso bloqueado', body, 400);
    });

    scope.get<{ Querystring: Query }>('/o/oauth2/v2/auth', async ({ query }, reply) => {
      readAuthorizeRequest(state, query);
      return send(reply, 'Fazer login com o Google', accountChoice(state, query));
    });

    scope.post<{ Querystring: Query; Body: Record<string, unknown> | undefined }>(
      '/o/oauth2/v2/auth',
      async ({ query, body }, reply) => {
        const request = readAuthorizeRequest(state, query);
        if (body?.decision !== 'allow') return reply.redirect(back(request, { error: 'access_denied' }), 303);
        const user = state.users.get(String(body.sub ?? ''));
        if (!user) throw new AuthorizeError('invalid_request', 'Escolha uma conta.');
        const code = `4/0${randomBytes(32).toString('base64url')}`;
        const { redirectUri, scopes, nonce, challenge } = request;
        state.codes.set(code, { user, redirectUri, scopes, nonce, challenge, madeAt: state.clock.now() });
        return reply.redirect(back(request, { code, scope: scopes.join(' '), authuser: '0', prompt: 'consent' }), 303);
      },
    );
  });
}
