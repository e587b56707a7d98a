--- Items, only for loaded players: checked before (known, fits), read back after, and saved before the delivery
--- counts.
local Outcome = Vitrine.Outcome
local Items = {}

---@class VitrineInventory
---@field source fun(player: integer): integer|nil
---@field known fun(item: string): any false for an item the base does not know; nil: unchecked
---@field fits fun(player: integer, item: string, amount: integer): boolean, string|nil
---@field amount fun(player: integer, item: string): integer|nil in the loaded inventory
---@field stored fun(player: integer, item: string): integer|nil in the saved inventory
---@field give fun(player: integer, item: string, amount: integer) raises a refusal only if the base refused
---@field save fun(player: integer)
---@field elsewhere? fun(player: integer): boolean whether the player carries another bag now, which is thrown away later

local arenaText = 'O jogador está numa arena, e o que recebe lá se perde; será entregue quando ele sair'

local function elsewhere(inventory, player)
  return inventory.elsewhere ~= nil and inventory.elsewhere(player)
end

--- The player's present amount, from the loaded or the saved inventory; nil while the bag is another one.
---@param inventory VitrineInventory
---@param player integer
---@param item string
---@return integer|nil
function Items.count(inventory, player, item)
  if elsewhere(inventory, player) then return nil end
  if inventory.source(player) then return inventory.amount(player, item) end
  return inventory.stored(player, item)
end

--- A text that changes when the bag or its size does.
---@param bag table
---@param size any
---@return string
function Items.bag(bag, size)
  local parts = {}
  for key, slot in pairs(bag) do
    if type(slot) == 'table' then parts[#parts + 1] = ('%s %s %s'):format(key, slot.item or '', slot.amount or '') end
  end
  table.sort(parts)
  return ('%s;%s'):format(size, table.concat(parts, ';'))
end

--- The proof of an item in the player's saved table, or nil if the base has none. The saved amount must be the present
--- one, because the player may have used some. Of a player who left, the base has saved what was there. While the bag is
--- another one nobody can tell, and the one that comes back must have the item.
---@param inventory VitrineInventory
---@param job VitrineJob
---@param after integer the amount that the delivery made
---@return VitrineProof
function Items.proof(inventory, job, after)
  local player, item = job.player, job.args.item
  local wasElsewhere = false
  return {
    key = 'player ' .. player,
    save = function()
      if inventory.source(player) and not elsewhere(inventory, player) then inventory.save(player) end
    end,
    shown = function()
      if elsewhere(inventory, player) then
        wasElsewhere = true
        Outcome.unknown('timeout', arenaText)
      end
      local now = inventory.source(player) and inventory.amount(player, item) or after
      return inventory.stored(player, item) == now and not (wasElsewhere and now < after)
    end,
  }
end

---@return VitrinePlan|VitrineOutcome
function Items.add(job, inventory)
  local player, item, amount = job.player, job.args.item, job.args.amount
  if inventory.known(item) == false then
    return Outcome.new('invalid_item', ('O item %s não existe na cidade: confira o produto'):format(item))
  end
  if not inventory.source(player) then return Outcome.new('player_offline') end
  if elsewhere(inventory, player) then return Outcome.new('inventory_full', arenaText) end
  local fits, reason = inventory.fits(player, item, amount)
  if not fits then return Outcome.new('inventory_full', reason) end
  local before = inventory.amount(player, item)
  if not before then return Outcome.new('adapter_error', 'A base não informou o inventário do jogador') end
  if before + amount > 2147483647 then return Outcome.new('invalid_args', 'Quantidade grande demais') end
  return {
    probe = { kind = 'item', before = before, after = before + amount, row = inventory.stored(player, item) },
    effect = function()
      if not inventory.source(player) then Outcome.raise('player_offline', 'O jogador saiu durante a entrega') end
      if elsewhere(inventory, player) then Outcome.raise('inventory_full', arenaText) end
      -- The player goes on playing, so the amount of this very moment is what the change is measured by.
      before = inventory.amount(player, item) or before
      inventory.give(player, item, amount)
    end,
    verify = function()
      local now = Items.count(inventory, player, item)
      if not now then return Outcome.new('uncertain') end
      if now <= before then
        -- The base took the item and nobody sees it. Given again it could arrive twice, so a person decides.
        if not inventory.source(player) then return Outcome.new('uncertain', 'O jogador saiu durante a entrega') end
        return Outcome.new('uncertain', 'A base não mostrou o item no inventário; verifique na cidade')
      end
      if now < before + amount then
        return Outcome.new('uncertain', ('Foram entregues %d de %d; verifique na cidade'):format(now - before, amount))
      end
      return Outcome.new('ok', nil, { before = before, after = now })
    end,
    proof = function() return Items.proof(inventory, job, before + amount) end,
  }
end

Vitrine.Items = Items
