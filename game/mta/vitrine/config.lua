-- Configuração da Vitrine. Este arquivo é seu: ao atualizar o script, guarde uma cópia e ponha-a de volta.
-- Ele fica só no servidor (type="server" no meta.xml). Nunca publique este arquivo com a chave.
Config = {}

-- Chave privada do servidor (painel > Servidores). Cole entre as aspas.
Config.Token = ''

-- Endereço da Vitrine.
Config.Url = 'http://vitrine.localhost:3000'

-- Por qual ID o cliente informa quem é. O mesmo que em painel > Servidores > ID do jogador:
--   'account' -> a conta do MTA (a do /login). Recomendado: funciona com o jogador fora, e ninguém a falsifica.
--   'city_id' -> o número que o seu servidor guarda no elementData do jogador (veja Config.CityIdKey)
Config.PlayerId = 'account'

-- Nome do elementData com o número do jogador, quando PlayerId é 'city_id'.
Config.CityIdKey = 'ID'

-- Segundos depois do login até o jogador contar como dentro da cidade, para o seu gamemode carregar o dinheiro dele antes.
Config.LoginSeconds = 5

-- Grupos da ACL que a loja pode dar:
--   nil              -> todos, menos os que administram o servidor (Admin, Console, ...)
--   { 'VIP' }        -> somente os desta lista
Config.Groups = nil

-- Ao remover dinheiro de quem tem menos: 'fail' (não remove e avisa) ou 'partial' (remove o que houver).
Config.RemoveMoney = 'fail'

-- Depois de dinheiro dado ou tirado: uma função que manda o seu gamemode gravar o jogador agora. Sem ela, o dinheiro só
-- está na memória até o gamemode gravar. Exemplo:
--   Config.SavePlayer = function(player) exports.meu_gamemode:salvar(player) end
Config.SavePlayer = nil

-- VIPs do [HS]VIP_System que a loja vende como grupo "vip:Nome". number é o número do VIP na sua configuração do sistema;
-- days é o prazo que o sistema recebe (a loja tira o VIP no fim da compra, então deixe um prazo maior). Exemplo:
--   Config.Vips = { Ouro = { number = 1, days = 400 } }
Config.Vips = {}

-- Veículos do [HS]Dealership_System, pelo nome usado no produto (letras, números e _). Os que estão na configuração de
-- veículos VIP do sistema não precisam de linha aqui, se o nome for o mesmo (_ vale por espaço). Exemplo:
--   Config.Vehicles = { Infernus = { name = 'Infernus', model = 411, category = 'Esportivos' } }
Config.Vehicles = {}

-- Prazo em dias que um veículo VIP recebe do sistema.
Config.VehicleDays = 400

-- Mostrar no console uma linha por entrega.
Config.LogDeliveries = true

-- Avisar o jogador no chat quando a compra chega.
Config.NotifyPlayer = true

-- Anunciar cada compra para todos: '' não anuncia. {nome} é o jogador, {produto} o que foi comprado. Exemplo:
--   Config.Announce = '{nome} apoiou a cidade com {produto}!'
Config.Announce = ''

-- Como as mensagens chegam ao jogador: nil usa o chat. Exemplo com o [HS]Infobox:
--   Config.Notify = function(player, text) exports['[HS]Infobox']:notify(player, text, 'info') end
Config.Notify = nil

-- Comando com que o jogador vê o que tem da loja e até quando; '' desliga. {produto} e {data} são trocados.
Config.VipCommand = 'vip'
Config.VipTitle = 'O que você tem:'
Config.VipLine = '{produto} até {data}'
Config.VipForever = '{produto} sem prazo'
Config.VipNone = 'Você não tem benefícios da loja agora.'
Config.VipUnknown = 'Não foi possível consultar agora. Tente de novo daqui a pouco.'

-- Chamado depois de cada entrega bem-sucedida. `player` é o jogador (nil se estiver fora) e `info` tem account, city_id,
-- action, label (produto), order, phase, code e message.
Config.OnDelivered = nil
