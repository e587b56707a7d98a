/** The refusals about game servers, a part of the error table (errors.ts). */
export const serverErrors = {
  game_auth: { status: 401, text: 'Token recusado. Copie o token de novo no painel.' },
  clock_skew: { status: 401, text: 'O relógio do servidor está errado.' },
  server_not_found: { status: 404, text: 'Este servidor não existe mais. Escolha outro.', field: 'serverId' },
  server_required: { status: 422, text: 'Escolha o servidor em que você joga.', field: 'serverId' },
  server_name_taken: { status: 409, text: 'A loja já tem um servidor com este nome.', field: 'name' },
  server_limit: { status: 422, text: 'A loja já tem 10 servidores, o máximo. Remova um para adicionar outro.' },
  server_first: {
    status: 422,
    text: 'O primeiro servidor da loja não pode ser removido: o token dele também conecta o Discord.',
  },
  server_in_use: {
    status: 409,
    text: 'Este servidor ainda tem entregas em aberto. Conclua ou cancele essas entregas antes.',
  },
  server_game_stays: {
    status: 409,
    text: 'O jogo deste servidor não muda mais: ele já se conectou ou já tem entregas. Adicione outro servidor para o outro jogo.',
    field: 'game',
  },
  rcon_game: { status: 422, text: 'Só servidores de Minecraft recebem entregas por RCON.' },
  rcon_address: {
    status: 422,
    text: 'Este endereço não existe ou não é público. Use o endereço pelo qual a internet chega ao servidor.',
    field: 'host',
  },
  rcon_unreachable: {
    status: 422,
    text: 'Ninguém respondeu por RCON neste endereço e porta. Confira os dois, se o servidor está ligado e se a porta está aberta.',
    field: 'host',
  },
  rcon_password: { status: 422, text: 'O servidor recusou esta senha de RCON.', field: 'password' },
  script_missing: { status: 404, text: 'Esta instalação ainda não tem o arquivo deste jogo para baixar.' },
  superseded: { status: 409, text: 'Outra instância deste servidor assumiu a conexão.' },
  game_mismatch: {
    status: 422,
    text: 'Este token é de um servidor de outro jogo. Confira o jogo em Configurações, Servidores.',
  },
  game_version: { status: 426, text: 'Esta versão do script não é mais aceita. Baixe a nova versão no painel.' },
} as const;
