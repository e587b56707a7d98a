/**
 * Names that no store may have: what browsers, mail, certificates and operators expect to be ours, and what would let a
 * store pass for the platform (facts/security.md 3.6; ldpreload.com/blog/names-to-reserve was the starting point).
 */
const reserved = new Set(
  `www www1 www2 web api app apps admin administrador administrator adm root sudo system sistema
   mail email e-mail webmail smtp imap pop pop3 mx mta postmaster hostmaster webmaster abuse noreply no-reply
   nao-responda newsletter bounce
   ftp sftp ssh vpn proxy gateway router firewall ns ns0 ns1 ns2 ns3 dns dns1 dns2 whois ntp ldap sip
   localhost local localdomain broadcasthost wpad isatap autoconfig autodiscover example exemplo invalid test teste
   static assets cdn img images imagens files arquivos media uploads download downloads css js
   login logout entrar sair registrar register cadastro signup signin auth oauth sso account conta contas profile
   perfil senha password security seguranca verify verificar
   dashboard painel panel store stores loja lojas checkout cart carrinho buy comprar order orders pedido pedidos
   pay payment payments pagamento pagamentos pix billing cobranca fatura faturas invoice refund reembolso
   plan plans plano planos subscription assinatura premium
   help ajuda support suporte contact contato sac faq status docs documentacao blog news noticias about sobre
   legal terms termos privacy privacidade cookies lgpd ouvidoria juridico
   staff equipe team suporte-oficial oficial official vitrine vitrines mercadopago mercado-pago discord google fivem
   cfx rockstar tebex inter stone visa
   dev develop development staging stage homolog homologacao beta alpha sandbox demo-api preview ci git svn
   internal intranet private server servidor servers game games jogo bot webhook webhooks callback notify ws wss
   socket apex unknown tenant tenants platform plataforma metrics grafana prometheus monitor monitoring health healthz readyz log logs db database sql backup
   ssl tls certs security-txt crossdomain me you null undefined true false none index home inicio`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that promise help, money or an account: no part between hyphens may be one of them. */
const telling = `suporte support atendimento sac ouvidoria oficial official seguranca security fraude antifraude
   login logon entrar signin senha password verificar verificacao verify verified verificado desbloqueio
   pay payment payments pagamento pagamentos pagar pix boleto boletos fatura faturas cobranca cobrancas reembolso
   reembolsos refund estorno estornos cartao cartoes banco bancos bank bancario admin administrador root
   itau caixa stripe asaas btg safra serasa google
   conta contas painel adm ajuda senhas caixatem mpago meupix pagarme`;

/** Names that are long enough to be told apart anywhere in a name: the platform's own, Mercado Pago's, Discord's, banks'. */
const names = `vitrine mercadopago mercadolivre discord nubank bradesco santander bancodobrasil caixaeconomica bancointer
   c6bank sicredi sicoob banrisul picpay pagseguro pagbank paypal mastercard receitafederal suporte
   itaucard willbank bancopan govbr centraldeajuda dicsord rockstargames tebex cfxre`;

const LOOKS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', i: 'l' };

/**
 * What a hurried eye makes of a name: digits among more letters as the letters they look like, `i` as `l`, `rn` as `m`,
 * doubled letters once. Where digits prevail they are read as a number: `cidade-879` is no bank.
 */
function skeleton(name: string): string {
  return name.split('-').map(skeletonOfPart).join('-');
}

function skeletonOfPart(part: string): string {
  const isWord = part.replace(/\d/g, '').length * 2 > part.length;
  return part
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'v')
    .replace(isWord ? /[01345789i]/g : /i/g, (sign) => LOOKS[sign] ?? sign)
    .replace(/([a-z])\1+/g, '$1');
}

const skeletons = (words: Iterable<string>) => new Set([...words].map(skeleton));
const split = (text: string) => text.split(/\s+/).filter(Boolean);
const reservedLooks = skeletons(reserved);
const tellingLooks = skeletons(split(telling));
const nameLooks = [...skeletons(split(names))];

/** A part as it is, without a number behind it, and without what cities call themselves. */
const coresOf = (part: string) => [part, part.replace(/\d+$/, ''), part.replace(/(?:rp|br)\d*$/, '')];

/**
 * Whether the name belongs to the platform, or lets a store pass for it, for a bank or for a payment, whole or by a part of
 * it. Names with a double hyphen in third place are for encoded alphabets only. Asked of new names: a store keeps its own.
 */
export function isReservedSubdomain(name: string): boolean {
  if (reserved.has(name) || /^..--/.test(name) || reservedLooks.has(skeleton(name))) return true;
  if (name.split('-').some((part) => coresOf(part).some((core) => tellingLooks.has(skeleton(core))))) return true;
  const whole = skeleton(name)
    .replaceAll('-', '')
    .replace(/([a-z])\1+/g, '$1');
  return nameLooks.some((look) => whole.includes(look));
}
