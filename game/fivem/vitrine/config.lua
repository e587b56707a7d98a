-- Configuração da Vitrine. Tudo aqui é opcional: o que você apagar volta ao padrão.
-- Ao atualizar o script, mantenha o SEU config.lua e a SUA pasta adapters/custom.
Config = {}

-- Chave privada da loja (painel > Configurações). O jeito recomendado é no server.cfg, ANTES do ensure:
--   set vitrine_token "sua-chave"
-- Só preencha aqui se não puder usar o server.cfg. Nunca publique este arquivo com a chave.
Config.Token = ''

-- Endereço da Vitrine. No server.cfg: set vitrine_url "https://..."
Config.Url = 'http://vitrine.localhost:3000'

-- Base da cidade: 'auto' descobre sozinho. Outros valores: 'vrp1' (vRP e vRPex), 'creative3', 'creative4' (v4 e v5),
-- 'creative_network', 'standalone' (só executa comandos) ou o nome do seu adaptador em adapters/custom.
Config.Framework = 'auto'

-- Banco de dados: 'auto', 'oxmysql', 'ghmattimysql', 'GHMattiMySQL', 'mysql-async' ou 'vrp' (pela própria base).
Config.Database = 'auto'

-- Conta que recebe o dinheiro: 'bank' (banco). Em vRP/vRPex também pode ser 'wallet' (carteira).
Config.MoneyAccount = 'bank'

-- Ao remover dinheiro de quem tem menos: 'fail' (não remove e avisa) ou 'partial' (remove o que houver).
Config.RemoveMoney = 'fail'

-- Comandos que a loja pode executar com "Executar comando".
--   nil              -> todos, menos os que controlam a máquina (quit, stop, ensure, exec, set, add_ace, ...)
--   { 'anuncio' }    -> somente os desta lista
--   '*'              -> todos, sem exceção (não recomendado)
-- Cada comando também precisa da permissão no server.cfg: add_ace resource.vitrine command.anuncio allow
Config.Commands = nil

-- Conferir se o Discord do pedido é o do jogador antes de entregar: nil segue o painel; true ou false decide.
Config.CheckDiscord = nil

-- Recusar itens, veículos e grupos que não existem nos arquivos da base. Use false se a sua os cria de outro jeito.
Config.CheckNames = true

-- Creative Network: peso do porta-malas de um veículo entregue.
Config.VehicleWeight = 50

-- Quantos segundos, no mínimo, entre dois salvamentos forçados da base (entregas próximas dividem um salvamento).
Config.SaveEverySeconds = 5

-- Mostrar no console uma linha por entrega.
Config.LogDeliveries = true

-- Chamado depois de cada entrega bem-sucedida. `source` é o jogador (nil se estiver fora da cidade) e `info` tem
-- city_id, action, label (produto), order, phase, code e message. Exemplo:
--   Config.OnDelivered = function(source, info)
--     if source then TriggerClientEvent('Notify', source, 'verde', 'Você recebeu: ' .. info.label, 8000) end
--   end
Config.OnDelivered = nil
