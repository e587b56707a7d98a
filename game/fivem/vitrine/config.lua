-- Configuração da Vitrine. Não edite este arquivo: uma atualização o troca. Crie ao lado dele o config.local.lua, com
-- só as linhas que você quer mudar, por exemplo:
--   Config.LogDeliveries = false
-- O config.local.lua vale mais que este arquivo, e nenhuma atualização mexe nele.
Config = {}

-- Chave privada da loja (painel > Configurações). O jeito recomendado é no server.cfg, ANTES do ensure:
--   set vitrine_token "sua-chave"
-- Só preencha aqui se não puder usar o server.cfg. Nunca publique este arquivo com a chave.
Config.Token = ''

-- Endereço da Vitrine. No server.cfg: set vitrine_url "https://..."
Config.Url = 'http://vitrine.localhost:3000'

-- Base da cidade: 'auto' descobre sozinho. Outros valores: 'vrp1' (vRP e vRPex), 'vrp2', 'creative3', 'creative4' (v4 e v5),
-- 'creative_network', 'qbox', 'qbcore', 'esx', 'ox_core', 'standalone' (só executa comandos) ou o nome do seu adaptador em adapters/custom.
Config.Framework = 'auto'

-- Banco de dados: 'auto', 'oxmysql', 'ghmattimysql', 'GHMattiMySQL', 'mysql-async' ou 'vrp' (pela própria base).
Config.Database = 'auto'

-- Conta que recebe o dinheiro: 'bank' (banco). Em vRP/vRPex, vRP 2, Qbox, QBCore e ESX também pode ser 'wallet' (carteira).
Config.MoneyAccount = 'bank'

-- Ao remover dinheiro de quem tem menos: 'fail' (não remove e avisa) ou 'partial' (remove o que houver).
Config.RemoveMoney = 'fail'

-- Comandos que a loja pode executar com "Executar comando".
--   nil              -> todos, menos os que controlam a máquina (quit, stop, ensure, exec, set, add_ace, ...)
--   { 'anuncio' }    -> somente os desta lista
--   '*'              -> todos, menos os do txAdmin (não recomendado)
-- Cada comando também precisa da permissão no server.cfg: add_ace resource.vitrine command.anuncio allow
Config.Commands = nil

-- Conferir se o Discord do pedido é o do jogador antes de entregar: nil segue o painel; true ou false decide.
Config.CheckDiscord = nil

-- Recusar itens, veículos e grupos que não existem nos arquivos da base. Use false se a sua os cria de outro jeito.
Config.CheckNames = true

-- Creative Network: peso do porta-malas de um veículo entregue.
Config.VehicleWeight = 50

-- Qbox, QBCore, ESX e ox_core: garagem em que fica um veículo entregue. '' usa a garagem em que a cidade mais guarda veículos.
Config.Garage = ''

-- ESX e ox_core: por qual ID o cliente informa quem é. ESX: 'identifier' (char1:0123...), 'id' (a coluna users.id) ou 'ssn'
-- (os números do SSN). ox_core: 'identifier' (o state ID, como AB1234) ou 'id' (o charId, um número). Com 'id' e 'ssn',
-- escolha "ID da Cidade" no painel (Servidores).
Config.PlayerId = 'identifier'

-- Mostrar no console uma linha por entrega.
Config.LogDeliveries = true

-- Avisar o jogador na cidade quando a compra chega (do jeito da base, ou pelo chat).
Config.NotifyPlayer = true

-- Anunciar cada compra para todos: '' não anuncia. {nome} é o personagem, {produto} o que foi comprado. Exemplo:
--   Config.Announce = '{nome} apoiou a cidade com {produto}!'
Config.Announce = ''

-- Comando com que o jogador vê o que tem da loja e até quando; '' desliga. {produto} e {data} são trocados.
Config.VipCommand = 'vip'
Config.VipTitle = 'O que você tem:'
Config.VipLine = '{produto} até {data}'
Config.VipForever = '{produto} sem prazo'
Config.VipNone = 'Você não tem benefícios da loja agora.'
Config.VipUnknown = 'Não foi possível consultar agora. Tente de novo daqui a pouco.'

-- Chamado depois de cada entrega bem-sucedida. `source` é o jogador (nil se estiver fora da cidade) e `info` tem
-- city_id, action, label (produto), order, phase, code e message. Exemplo:
--   Config.OnDelivered = function(source, info)
--     if source then TriggerClientEvent('Notify', source, 'verde', 'Você recebeu: ' .. info.label, 8000) end
--   end
Config.OnDelivered = nil
