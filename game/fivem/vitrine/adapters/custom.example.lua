-- EXEMPLO de adaptador para uma base própria. Este arquivo não é carregado.
-- Para usar: crie a pasta adapters/custom, copie este arquivo para lá (por exemplo adapters/custom/minha_base.lua),
-- ajuste as funções e escreva no config.lua:  Config.Framework = 'minha_base'
--
-- Regras que evitam entregar duas vezes ou dizer "entregue" sem ter entregue:
--   1. Confira antes, faça, leia de volta. Vitrine.Toggle, .Bank, .Items e .Vehicles já fazem isso.
--   2. Só chame Vitrine.Outcome.raise(código) quando NADA aconteceu.
--   3. O que não souber fazer, deixe fora de `actions`: o painel avisa que a base não oferece a ação.

local call = Vitrine.Proxy.call

Vitrine.adapters.minha_base = function()
  -- Fonte (source) do personagem carregado, ou nil.
  local function source(player)
    return Vitrine.Proxy.integer(call('getUserSource', player))
  end

  return {
    source = source,
    exists = function(player)
      return Vitrine.Sql.first('SELECT id FROM vrp_users WHERE id = ?', { player }) ~= nil
    end,
    -- Nome do personagem: a loja confere o ID com a cidade antes de vender e mostra só as iniciais ("Jo** Si***").
    -- Sem esta função a loja avisa que não deu para conferir.
    name = function(player)
      local row = Vitrine.Sql.first('SELECT name FROM vrp_users WHERE id = ?', { player })
      return row and row.name
    end,
    -- Se a base conhece o jogador por um texto e não por um número, diga por qual: 'citizen_id', 'identifier' ou
    -- 'discord_id'. As funções recebem então esse texto, e `online` devolve esse texto -> source.
    -- identity = 'citizen_id',
    -- Mapa: id da cidade -> source.
    online = function() return call('getUsers') end,
    -- Eventos que avisam que o personagem entrou (primeiro argumento: id da cidade).
    events = { 'vRP:playerSpawn' },
    -- `plate = true` se a sua add_vehicle põe `job.args.plate` no veículo e recusa uma placa usada ('plate_taken'), como faz
    -- Vitrine.Vehicles.add em uma tabela com a coluna da placa. Sem isto o painel avisa que a base não guarda placas.
    -- plate = true,
    -- Usado para decidir o que aconteceu quando o servidor caiu no meio de uma entrega.
    read = {},
    actions = {
      add_group = function(job)
        return Vitrine.Toggle.plan({
          wanted = true,
          has = function() return call('hasGroup', job.player, job.args.group) == true end,
          act = function()
            if not source(job.player) then Vitrine.Outcome.raise('player_offline') end
            call('addUserGroup', job.player, job.args.group)
          end,
          already = 'already_owned',
          failed = 'invalid_group',
        })
      end,
    },
  }
end
