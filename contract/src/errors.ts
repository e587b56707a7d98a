import { catalogErrors } from './catalog-errors.ts';
import { deliveryErrors } from './delivery-errors.ts';
import { discountErrors } from './discount-errors.ts';
import { memberErrors } from './member-errors.ts';
import { orderErrors } from './order-errors.ts';
import { ownPageLimits } from './own-page-address.ts';
import { serverErrors } from './server-errors.ts';
/**
 * The only error table: stable code -> HTTP status -> pt-BR text. A refusal throws a code, and the HTTP edge turns it
 * into `{ success: false, error, code }`; a form shows the text at `field`. Statuses: 400 malformed, 401 no or bad
 * token, 403 not allowed, 404 not there or in another store, 409 conflict, 413, 415, 422 a broken rule, 429 with
 * Retry-After, 502 provider failed, 503 overloaded (DECISIONS.md, The API).
 */
export const errors = {
  // requests
  invalid_request: { status: 400, text: 'Requisição inválida. Confira os dados enviados.' },
  /** A well-formed body that breaks a rule of SPEC.md section 5. The answer has the rule's text and its field. */
  validation_failed: { status: 422, text: 'Confira os campos destacados.' },
  unauthenticated: { status: 401, text: 'Faça login para continuar.' },
  forbidden: { status: 403, text: 'Você não tem permissão para fazer isso.' },
  not_found: { status: 404, text: 'Não encontrado.' },
  conflict: { status: 409, text: 'Os dados mudaram enquanto você trabalhava. Recarregue e tente novamente.' },
  /** An edit over another version than the present one. The answer says who saved it, and what stands now. */
  changed_meanwhile: {
    status: 409,
    text: 'Outra pessoa, ou você em outra aba, salvou mudanças enquanto você editava.',
  },
  /** Somebody else brought it back, or too much time has passed. */
  undo_over: { status: 404, text: 'Isto não pode mais ser desfeito: o tempo passou ou alguém já desfez.' },
  payload_too_large: { status: 413, text: 'O conteúdo enviado é grande demais.' },
  unsupported_media_type: { status: 415, text: 'Formato não aceito.' },
  rate_limited: { status: 429, text: 'Muitas tentativas. Aguarde um pouco e tente novamente.' },
  internal: { status: 500, text: 'Erro interno do servidor. Tente novamente.' },
  provider_failed: { status: 502, text: 'O serviço de pagamento não respondeu. Tente novamente.' },
  unavailable: { status: 503, text: 'Serviço temporariamente indisponível. Tente novamente em instantes.' },
  /** The disk is full or read-only. */
  storage_unavailable: {
    status: 503,
    text: 'O servidor está sem espaço para gravar. Nada foi perdido; tente novamente em alguns minutos.',
  },
  idempotency_mismatch: {
    status: 422,
    text: 'Esta chave de idempotência já foi usada com outros dados.',
  },
  idempotency_in_flight: { status: 409, text: 'Este pedido já está sendo processado. Aguarde um instante.' },

  // notices in browsers
  push_service_unknown: {
    status: 422,
    text: 'A Vitrine não conhece o serviço de avisos deste navegador. Use Chrome, Edge, Firefox ou Safari.',
    field: 'endpoint',
  },
  push_browser_not_found: { status: 404, text: 'Este navegador já não recebe avisos.' },

  // accounts
  invalid_credentials: { status: 401, text: 'Usuário ou senha inválidos.' },
  common_password: {
    status: 422,
    text: 'Esta senha é muito comum. Escolha outra.',
    field: 'password',
  },
  discord_code_invalid: { status: 400, text: 'Código de autorização inválido ou expirado.' },
  discord_failed: { status: 500, text: 'Erro interno do servidor. Tente novamente.' },
  discord_login_failed: { status: 502, text: 'Falha no login via Discord.' },
  discord_timeout: { status: 502, text: 'Timeout na requisição. Verifique sua conexão.' },
  discord_link_required: {
    status: 409,
    text: 'Já existe uma conta com este e-mail. Entre com e-mail e senha e vincule o Discord no seu perfil. Não foi você quem a criou? Use "Esqueci minha senha": o link chega neste e-mail.',
  },
  google_code_invalid: { status: 400, text: 'Código de autorização inválido ou expirado.' },
  google_failed: { status: 502, text: 'Falha no login via Google.' },
  google_link_required: {
    status: 409,
    text: 'Já existe uma conta com este e-mail. Entre com e-mail e senha e vincule o Google no seu perfil. Não foi você quem a criou? Use "Esqueci minha senha": o link chega neste e-mail.',
  },
  identity_taken: { status: 409, text: 'Este login já está vinculado a outra conta.' },
  last_login: { status: 422, text: 'Crie uma senha antes de desvincular: este é o seu único acesso.' },
  account_owns_stores: {
    status: 409,
    text: 'Transfira ou exclua as suas lojas antes de excluir a conta.',
  },
  login_not_configured: { status: 422, text: 'Este login ainda não está disponível.' },
  /** Before its address is proven, an account may not sell, connect money, invite, be invited, or link a login. */
  email_unproven: {
    status: 403,
    text: 'Confirme antes o e-mail da sua conta: abra o link que enviamos ou peça outro no seu perfil.',
  },
  /** The link alone proves nothing: mail programs open it, and so may a person who did not ask for it. */
  verify_needs_login: {
    status: 401,
    text: 'Digite a senha da conta para confirmar este e-mail, ou entre nela e abra o link de novo.',
    field: 'password',
  },
  token_invalid: { status: 422, text: 'Link inválido ou expirado. Peça um novo.' },
  second_factor_required: { status: 401, text: 'Informe o código do seu aplicativo autenticador.', field: 'code' },
  second_factor_invalid: { status: 401, text: 'Código inválido.', field: 'code' },
  /** The session has not been confirmed lately. `field` is `code` if the second factor itself is needed. */
  step_up_required: { status: 403, text: 'Confirme que é você para continuar.' },
  confirmation_impossible: {
    status: 422,
    text: 'Esta conta não confirma desse jeito. Entre de novo ou use outro jeito de confirmar.',
  },
  identity_other: { status: 403, text: 'Esse login é de outra conta. Confirme com o login vinculado à sua.' },
  recovery_impossible: {
    status: 422,
    text: 'Só uma conta com verificação em duas etapas e e-mail confirmado pode recuperar o acesso assim.',
  },
  passkey_refused: { status: 422, text: 'Não reconhecemos esta passkey. Tente de novo ou entre de outro jeito.' },
  passkey_limit: { status: 422, text: 'Sua conta já tem passkeys demais. Remova uma que você não usa.' },
  wrong_password: { status: 422, text: 'Senha atual incorreta.', field: 'currentPassword' },

  // stores
  store_not_found: { status: 404, text: 'Loja selecionada não encontrada' },
  subdomain_taken: { status: 409, text: 'Este domínio já está em uso.', field: 'nameDomain' },
  subdomain_reserved: { status: 422, text: 'Este domínio é reservado. Escolha outro.', field: 'nameDomain' },
  opens_at_invalid: {
    status: 422,
    text: 'Escolha uma data de abertura no futuro, em até um ano.',
    field: 'opensAt',
  },
  /** There is nothing to wait for: the product can be bought, or the store is open or does not say when it opens. */
  waiting_needless: { status: 422, text: 'Não há o que esperar: confira a página da loja.' },
  notices_young: { status: 422, text: 'Esta loja é nova e ainda não envia avisos por e-mail. Volte em alguns dias.' },
  notices_off: { status: 422, text: 'Esta loja não envia avisos por e-mail.' },
  store_closed: { status: 422, text: 'Esta loja não está aberta no momento.' },
  store_limit: { status: 422, text: 'Você atingiu o número máximo de lojas.' },
  payment_token_refused: {
    status: 422,
    text: 'O Mercado Pago recusou este token. Confira e cole novamente.',
    field: 'mercadoPago.accessToken',
  },
  payment_token_country: {
    status: 422,
    text: 'Este token não é de uma conta do Mercado Pago no Brasil.',
    field: 'mercadoPago.accessToken',
  },

  // plans
  plan_product_limit: { status: 422, text: 'Seu plano atingiu o limite de produtos. Mude de plano para criar mais.' },
  plan_category_limit: {
    status: 422,
    text: 'Seu plano atingiu o limite de categorias. Mude de plano para criar mais.',
  },
  plan_member_limit: {
    status: 422,
    text: 'Seu plano atingiu o limite de sub-usuários. Mude de plano para convidar mais.',
  },
  plan_without_discord: { status: 422, text: 'Seu plano não inclui a integração com o Discord.' },
  plan_not_found: { status: 404, text: 'Plano não encontrado.' },
  plan_payment_not_found: { status: 404, text: 'Pagamento não encontrado.' },
  plan_payment_not_open: { status: 409, text: 'Este pagamento não está mais pendente.' },
  plan_payment_not_paid: { status: 409, text: 'Este pagamento não foi pago e não tem comprovante.' },

  // the window of a shop
  window_changed: {
    status: 409,
    text: 'A vitrine mudou em outra aba ou por outra pessoa. Recarregue para continuar dela.',
  },
  page_not_found: { status: 404, text: 'Página não encontrada.' },
  page_changed: {
    status: 409,
    text: 'A página mudou em outra aba ou por outra pessoa. Recarregue para continuar dela.',
  },
  page_taken: { status: 409, text: 'A loja já tem uma página com este endereço.', field: 'slug' },
  page_limit: {
    status: 422,
    text: `A loja já tem ${ownPageLimits.pages} páginas, o máximo. Exclua uma para criar outra.`,
  },
  publication_not_found: { status: 404, text: 'Esta publicação não está mais no histórico.' },

  // catalog
  ...catalogErrors,
  vehicle_quantity: {
    status: 422,
    text: 'Produtos com veículo são vendidos um por pedido.',
    field: 'quantity',
  },
  unknown_placeholder: { status: 422, text: 'Há uma variável desconhecida em uma das ações.' },
  /** The target would read the template differently from how it is written. */
  command_unreadable: {
    status: 422,
    text: 'O servidor não leria um dos comandos como está escrito. Confira as aspas.',
  },
  command_first_token: { status: 422, text: 'Um comando começa com uma palavra sua, sem variável.' },
  /** A command that rules the server itself. */
  command_forbidden: { status: 422, text: 'Um dos comandos controla o servidor e não pode ser vendido.' },
  /** The target reads no quotes, and this value may hold spaces. */
  command_free_text: { status: 422, text: 'Um texto livre viraria vários argumentos neste jogo.' },
  /** The target drops empty arguments, and this value may be empty. */
  command_empty_argument: {
    status: 422,
    text: 'Uma variável que pode ficar vazia não pode ser um argumento neste jogo.',
  },
  message_too_long: {
    status: 422,
    text: 'Com as respostas mais longas, uma das mensagens passaria de 2.000 caracteres. Encurte o texto.',
  },
  command_too_long: { status: 422, text: 'Um dos comandos ficaria grande demais. Use menos perguntas de texto nele.' },
  /** Names of groups, items and vehicles take only constants and required questions with choices. */
  name_choices_only: { status: 422, text: 'Quem compra não escreve nomes de grupo, item ou veículo.' },
  /** A name that a closed list of the connected city does not have (city-fit.ts). */
  name_not_in_city: { status: 422, text: 'A cidade não tem este nome. Escolha um da lista dela.' },
  name_unfit: { status: 422, text: 'Um valor não serve de nome de grupo, item ou veículo.' },
  plate_unfit: { status: 422, text: 'A placa de um veículo é a resposta de uma opção do tipo placa.' },
  image_too_large: { status: 413, text: 'A imagem deve ter no máximo 5MB.' },
  image_too_many_pixels: {
    status: 422,
    text: 'A imagem é grande demais: o máximo são 16 megapixels (4000 × 4000). Diminua a imagem e envie novamente.',
  },
  image_busy: {
    status: 503,
    text: 'Muitas imagens estão sendo preparadas agora. Tente novamente em alguns segundos.',
  },
  image_unsupported: { status: 415, text: 'Envie uma imagem PNG, JPG ou WebP.' },
  image_not_found: { status: 422, text: 'Imagem não encontrada. Envie novamente.', field: 'image' },
  image_quota: { status: 422, text: 'O espaço para imagens desta loja acabou.' },

  // variables
  variable_limit: { status: 422, text: 'A loja já tem 200 variáveis, o máximo. Exclua uma para criar outra.' },
  question_limit: { status: 422, text: 'A loja já tem 20 perguntas, o máximo. Exclua uma para criar outra.' },
  variable_taken: { status: 409, text: 'Já existe uma variável com este nome.', field: 'name' },
  variable_reserved: { status: 422, text: 'Este nome é de uma variável do sistema.', field: 'name' },
  variable_in_use: { status: 409, text: 'Esta variável é usada por produtos. Remova-a das ações antes de excluir.' },
  /** With this change the variable would break a rule where products use it. */
  variable_unfit: { status: 409, text: 'Assim, esta variável não serve mais para um produto que a usa.' },
  variable_required: { status: 422, text: 'Responda às perguntas obrigatórias.', field: 'variables' },
  /** An option of a product without its answer. */
  option_required: { status: 422, text: 'Preencha as opções do produto.', field: 'idProducts' },
  option_invalid: { status: 422, text: 'Uma opção do produto não vale mais. Escolha de novo.', field: 'idProducts' },
  variable_unsafe: {
    status: 422,
    text: 'A resposta contém caracteres não permitidos. Use apenas letras, números e espaços.',
    field: 'variables',
  },

  ...discountErrors,

  // checkout, orders and payments
  /** A game server of the cart knows its players by an id that was not sent. The field and the text name it. */
  identity_required: { status: 400, text: 'Preencha o seu ID no servidor.', field: 'identities' },
  /** Within the last `limits.cityCheckKeepSeconds`, the connected city said that nobody has this id. */
  city_id_unknown: { status: 422, text: 'Não encontramos esse ID na cidade. Confira o número.', field: 'clientId' },
  /** The store sells only to ids that its city has confirmed, and there is no recent confirmation. */
  city_id_unconfirmed: {
    status: 422,
    text: 'A cidade não confirmou esse ID agora. Tente de novo em alguns minutos.',
    field: 'clientId',
  },
  product_unavailable: { status: 422, text: 'Um dos produtos não está mais disponível.', field: 'idProducts' },
  total_changed: { status: 409, text: 'O total mudou. Confira antes de pagar.' },
  proof_required: {
    status: 429,
    text: 'Há muitos pedidos sem pagamento vindos da sua rede. Seu navegador precisa fazer uma conferência de alguns segundos. Tente de novo.',
  },
  unpaid_limit: {
    status: 422,
    text: 'Há muitos pedidos sem pagamento nesta loja vindos da sua rede. Pague um deles, espere o prazo terminar ou entre com o Discord em “Minhas compras” antes de comprar.',
  },
  unpaid_share: {
    status: 409,
    text: 'Antes do pagamento só dá para reservar uma parte do estoque deste produto. Diminua a quantidade, pague o pedido que está aberto ou entre com o Discord em “Minhas compras” antes de comprar.',
    field: 'idProducts',
  },
  out_of_stock: { status: 409, text: 'Não há estoque suficiente de um dos produtos.', field: 'idProducts' },
  buy_limit: { status: 422, text: 'Você atingiu o limite de compras de um dos produtos.', field: 'idProducts' },
  order_total_limit: {
    status: 422,
    text: 'O total do pedido passa de R$ 9.999.999,99. Diminua as quantidades.',
    field: 'idProducts',
  },
  price_changed: { status: 409, text: 'O preço de um produto mudou. Confira o novo total.' },
  heir_too_new: {
    status: 422,
    text: 'Esta pessoa entrou na equipe há menos de 72 horas. Transfira a loja depois desse prazo.',
  },
  payment_change_over: { status: 404, text: 'Esta troca de conta não pode mais ser desfeita.' },
  payments_not_configured: { status: 422, text: 'Esta loja ainda não recebe pagamentos.' },
  payment_start_failed: { status: 502, text: 'Erro ao finalizar a compra. Por favor, tente novamente.' },
  payer_email_refused: {
    status: 422,
    text: 'O Mercado Pago recusou este e-mail. Informe outro e-mail.',
    field: 'email',
  },
  ...orderErrors,
  withdrawal_over: {
    status: 409,
    text: 'Só compras pagas há no máximo 7 dias podem ser desfeitas por aqui. Fale com a loja pelo contato dela.',
  },
  refund_balance: { status: 422, text: 'O saldo no Mercado Pago não cobre este reembolso.' },
  reason_required: { status: 422, text: 'Informe o motivo.', field: 'reason' },

  ...deliveryErrors,

  ...memberErrors,
  ...serverErrors,
} as const satisfies Record<string, { status: number; text: string; field?: string }>;

export type ErrorCode = keyof typeof errors;

/** Shape of every failed answer. `field` names the form field of the text, if it has one. */
export interface Failure {
  success: false;
  error: string | string[];
  code: ErrorCode;
  field?: string;
  /** The proof of work to solve, with `proof_required`. */
  challenge?: { challenge: string; puzzles: number; bits: number };
  /** The buyer's unpaid order, with `order_pending`. */
  reference?: string;
  /** The save that came between, with `changed_meanwhile`. `by` and `at` are null once the log has forgotten it. */
  change?: {
    by: string | null;
    at: string | null;
    /** The thing as it is now, in the form in which the call that reads it answers it. */
    current: unknown;
  };
  /** The request's id in our logs, for support. */
  requestId?: string;
  /** Only to a game server, with `clock_skew`: our clock, in s since 1970. */
  now?: number;
  /** Only to a game server, because its script sees no headers: the pause before the next call, in ms. */
  retry_after_ms?: number;
}
