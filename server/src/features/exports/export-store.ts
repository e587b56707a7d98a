import { readPlayerKey } from '@vitrine/contract/identity';
import { toReais } from '@vitrine/contract/money';
import { orderMarkTexts, orderStatusTexts } from '@vitrine/contract/order-words';
import { productStatusTexts } from '@vitrine/contract/product-status';
import { roleName } from '@vitrine/contract/roles';
import { videoAddress } from '@vitrine/contract/window-kinds';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { cityIdOf, playersOf } from '../deliveries/player.ts';
import { marksOf } from '../orders/returns/marks.ts';
import {
  blockData,
  categoryData,
  discountPage,
  guildData,
  memberData,
  type OrderRow,
  orderPage,
  ownPageData,
  type Page,
  productPage,
  roleData,
  storeData,
  variableData,
  windowData,
} from './queries.ts';

/** Rows in memory at a time; an export of any size needs no more. */
const ROWS = 200;

/**
 * All data of a store, as pieces of one JSON text: settings, people, catalogue, discounts, variables, and every order with
 * items, payments and deliveries. Money is in reais; names are pt-BR as in the other exports. It holds no secret: no token,
 * no key, no link that pays or logs in. It reads page by page, so an order that is placed meanwhile may be missing. The
 * reading ends when the consumer stops. An error ends the text in the middle, so the JSON is invalid.
 */
export async function* exportStore(db: Db, store: StoreId): AsyncGenerator<string> {
  const [own, guilds, blocks, members, ownRoles, categories, variables, shopWindow, ownPages] = await Promise.all([
    storeData(db, store),
    guildData(db, store),
    blockData(db, store),
    memberData(db, store),
    roleData(db, store),
    categoryData(db, store),
    variableData(db, store),
    windowData(db, store),
    ownPageData(db, store),
  ]);
  const head = {
    geradoEm: new Date(),
    loja: {
      id: own.id,
      nome: own.name,
      endereco: own.subdomain,
      descricao: own.description,
      situacao: own.status === 'active' ? 'aberta' : 'fechada',
      corPrimaria: own.primary_color,
      corSecundaria: own.secondary_color,
      logo: own.logo,
      banner: own.banner,
      fusoHorario: own.time_zone,
      dadosLegais: own.legal,
      ajustes: own.settings,
      contaMercadoPago: own.nickname,
      servidoresDiscord: guilds.map(({ guild_id, guild_name, main_of }) => ({
        id: guild_id,
        nome: guild_name,
        principal: main_of !== null,
      })),
      plano: own.plan_id && { id: own.plan_id, pagoAte: own.paid_until },
      criadaEm: own.created_at,
    },
    equipe: members.map(({ name, email, role, created_at }) => ({
      nome: name,
      email,
      papel: roleName(role),
      desde: created_at,
    })),
    papeis: ownRoles.map(({ id, name, permissions, created_at }) => ({
      id,
      nome: name,
      permissoes: permissions,
      criadoEm: created_at,
    })),
    clientesBloqueados: blocks.map(({ buyer, reason, actor, created_at }) => ({
      cliente: buyer,
      motivo: reason,
      por: actor,
      desde: created_at,
    })),
    categorias: categories.map(({ id, name, position, created_at }) => ({
      id,
      nome: name,
      posicao: position,
      criadaEm: created_at,
    })),
    vitrine: shopWindow && {
      rascunho: shopWindow.rascunho,
      publicacoes: shopWindow.publicacoes.map(({ document, published_at }) => ({
        publicadaEm: published_at,
        secoes: document.sections,
      })),
    },
    paginas: ownPages.map((page) => ({
      titulo: page.title,
      endereco: page.slug,
      descricao: page.description,
      noMenu: page.in_menu,
      rascunho: page.draft,
      noAr: page.published,
      publicadaEm: page.published_at,
    })),
    variaveis: variables.map((row) => ({
      id: row.id,
      tipo: row.kind === 'constant' ? 'constante' : 'pergunta',
      nome: row.name,
      valor: row.value,
      pergunta: row.label,
      resposta: row.answer,
      opcoes: row.choices,
      obrigatoria: row.required,
      produtos: row.product_ids,
      criadaEm: row.created_at,
    })),
  };
  // Without the last bracket, because the lists follow.
  yield JSON.stringify(head).slice(0, -1);
  yield* list('produtos', (page) => productPage(db, store, page), productOf);
  yield* list('cupons', (page) => discountPage(db, store, page), discountOf);
  yield* list('pedidos', (page) => orderPage(db, store, page), orderOf);
  yield '}\n';
}

/** One field of the object: a list whose rows are read page by page. */
async function* list<Row extends { id: string }>(
  name: string,
  read: (page: Page) => Promise<Row[]>,
  toJson: (row: Row) => object,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await read({ after, limit: ROWS });
    const text = rows.map((row) => JSON.stringify(toJson(row))).join(',\n');
    if (text) yield (after === null ? '\n' : ',\n') + text;
    if (rows.length < ROWS) break;
    after = rows.at(-1)?.id ?? null;
  }
  yield ']';
}

const reais = (centavos: number | null) => (centavos === null ? null : toReais(centavos));

function productOf(row: Awaited<ReturnType<typeof productPage>>[number]) {
  return {
    id: row.id,
    categoria: row.category_id,
    nome: row.name,
    descricao: row.description,
    preco: toReais(row.price_centavos),
    precoOriginal: reais(row.compare_at_centavos),
    imagem: row.image,
    descricaoDaImagem: row.image_alt,
    outrasImagens: row.more_images,
    video: row.video && videoAddress(row.video),
    destaque: row.featured,
    posicao: row.position,
    estoque: row.stock,
    reservado: row.reserved,
    vendidos: row.sold,
    limitePorCliente: row.buy_limit,
    removerAposDias: row.remove_days,
    avisarQuandoRestar: row.low_stock,
    acoes: row.actions,
    criadoEm: row.created_at,
    alteradoEm: row.updated_at,
    situacao: productStatusTexts[row.archived_at === null ? row.visibility : 'archived'].name.toLowerCase(),
    entraNaLojaEm: row.shows_at,
    saiDaLojaEm: row.hides_at,
    arquivadoEm: row.archived_at,
    excluidoEm: row.deleted_at,
  };
}

function discountOf(row: Awaited<ReturnType<typeof discountPage>>[number]) {
  return {
    id: row.id,
    codigo: row.code,
    tipo: row.type === 'fixed' ? 'valor fixo' : 'porcentagem',
    valor: row.type === 'fixed' ? toReais(row.value) : row.value,
    valorMinimo: reais(row.min_centavos),
    usos: row.uses,
    limiteDeUsos: row.max_uses,
    limitadoPor: row.limit_by || null,
    expiraEm: row.expires_at,
    ativo: row.active,
    categorias: row.category_ids,
    produtos: row.product_ids,
    criadoEm: row.created_at,
    excluidoEm: row.deleted_at,
  };
}

const refundScopes = { whole: 'tudo', items: 'itens', value: 'valor' } as const;
const origins = { sale: 'venda', manual: 'manual', rehearsal: 'simulação' } as const;

function orderOf(row: OrderRow) {
  return {
    id: row.id,
    numero: row.number,
    referencia: row.reference,
    origem: origins[row.kind],
    situacao: orderStatusTexts[row.status],
    marcas: marksOf(row).map((mark) => orderMarkTexts[mark]),
    observacao: row.note,
    idDaCidade: cityIdOf(row),
    jogadores: playersOf(row).map(readPlayerKey),
    discordId: row.discord_id,
    nome: row.customer_name,
    email: row.email,
    respostas: row.variables,
    formaDePagamento: row.payment_method,
    subtotal: toReais(row.subtotal_centavos),
    desconto: toReais(row.discount_centavos),
    total: toReais(row.total_centavos),
    devolvido: toReais(row.refunded_centavos),
    cupom: row.coupon,
    dadoPor: row.actor,
    motivo: row.reason,
    criadoEm: row.created_at,
    expiraEm: row.expires_at,
    concluidoEm: row.completed_at,
    canceladoEm: row.cancelled_at,
    itens: row.items.map((item) => ({
      produto: item.product_id,
      nome: item.name,
      quantidade: item.quantity,
      devolvidas: item.returned,
      valorUnitario: toReais(item.unit_centavos),
      valor: toReais(item.line_centavos),
      desconto: toReais(item.discount_centavos),
      removerAposDias: item.remove_days,
    })),
    pagamentos: row.payments.map((payment) => ({
      forma: payment.method,
      situacao: payment.status,
      valor: toReais(payment.amount_centavos),
      devolvido: toReais(payment.refunded_centavos),
      numeroNoProvedor: payment.provider_id,
      alerta: payment.flag,
      criadoEm: payment.created_at,
      alteradoEm: payment.updated_at,
    })),
    etiquetas: row.tags,
    anotacoes: row.remarks.map(({ text, actor, created_at }) => ({ texto: text, autor: actor, em: created_at })),
    reembolsos: row.refunds.map((refund) => ({
      alcance: refundScopes[refund.scope],
      situacao: refund.status,
      valor: toReais(refund.amount_centavos),
      motivo: refund.note,
      pedidoPor: refund.actor,
      criadoEm: refund.created_at,
      terminadoEm: refund.finished_at,
    })),
    entregas: row.deliveries.map((delivery) => ({
      produto: delivery.label,
      destino: delivery.target,
      fase: delivery.phase,
      acao: delivery.action_type,
      campos: delivery.args,
      jogador: delivery.player,
      situacao: delivery.state,
      codigo: delivery.code,
      mensagem: delivery.message,
      tentativas: delivery.attempts,
      previstaPara: delivery.due_at,
      enviadaEm: delivery.first_sent_at,
      terminadaEm: delivery.finished_at,
      criadaEm: delivery.created_at,
    })),
  };
}
