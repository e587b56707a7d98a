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
   cfx rockstar tebex
   dev develop development staging stage homolog homologacao beta alpha sandbox demo-api preview ci git svn
   internal intranet private server servidor servers game games jogo bot webhook webhooks callback notify ws wss
   socket metrics grafana prometheus monitor monitoring health healthz readyz log logs db database sql backup
   ssl tls certs security-txt crossdomain me you null undefined true false none index home inicio`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether the name belongs to the platform. Names with a double hyphen in third place are for encoded alphabets only. */
export function isReservedSubdomain(name: string): boolean {
  return reserved.has(name) || /^..--/.test(name);
}
