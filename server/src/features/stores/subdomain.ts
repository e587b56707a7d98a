/**
 * Names that no store may have: browsers, mail servers, certificates and operators expect them to be ours, or they would make
 * a store look like the platform (facts/security.md 3.6; ldpreload.com/blog/names-to-reserve was the starting point).
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

/** Words that promise help, money or an account. No part of a name between hyphens may be one of them. */
const misleading = `suporte support atendimento sac ouvidoria oficial official seguranca security fraude antifraude
   login logon entrar signin senha password verificar verificacao verify verified verificado desbloqueio
   pay payment payments pagamento pagamentos pagar pix boleto boletos fatura faturas cobranca cobrancas reembolso
   reembolsos refund estorno estornos cartao cartoes banco bancos bank bancario admin administrador root
   itau caixa stripe asaas btg safra serasa google
   conta contas painel adm ajuda senhas caixatem mpago meupix pagarme`;

/** Brands of the platform, Mercado Pago, Discord and banks. They are long, so they are searched anywhere in a name. */
const brands = `vitrine mercadopago mercadolivre discord nubank bradesco santander bancodobrasil caixaeconomica bancointer
   c6bank sicredi sicoob banrisul picpay pagseguro pagbank paypal mastercard receitafederal suporte
   itaucard willbank bancopan govbr centraldeajuda dicsord rockstargames tebex cfxre`;

const LOOKS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', i: 'l' };

/**
 * A name as somebody in a hurry reads it: digits become the letters they look like, `i` becomes `l`, `rn` becomes `m`, and
 * doubled letters become one. A part with more digits than letters stays a number: `cidade-879` is no bank.
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
const misleadingLooks = skeletons(split(misleading));
const brandLooks = [...skeletons(split(brands))];

/** A part as it is, without a number at its end, and without `rp` or `br` at its end, which cities often add. */
const coresOf = (part: string) => [part, part.replace(/\d+$/, ''), part.replace(/(?:rp|br)\d*$/, '')];

/**
 * Whether a name, or a part of it, belongs to the platform or looks like the platform, a bank or a payment. Names with `--`
 * at the third place are for encoded alphabets only. It is asked for new names only: a store keeps the name it has.
 */
export function isReservedSubdomain(name: string): boolean {
  if (reserved.has(name) || /^..--/.test(name) || reservedLooks.has(skeleton(name))) return true;
  if (name.split('-').some((part) => coresOf(part).some((core) => misleadingLooks.has(skeleton(core))))) return true;
  const whole = skeleton(name)
    .replaceAll('-', '')
    .replace(/([a-z])\1+/g, '$1');
  return brandLooks.some((look) => whole.includes(look));
}
