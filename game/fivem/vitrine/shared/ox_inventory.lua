--- Items of ox_inventory, which Qbox always has and ESX and QBCore may have. Its bags live in memory. It offers no save of
--- one player, so the row is written from the bag as it is at that moment.
local Core, JsonRow, Outcome, integer = Vitrine.Core, Vitrine.JsonRow, Vitrine.Outcome, Vitrine.Proxy.integer
local OxInventory = {}

local resource = 'ox_inventory'

--- What its refusals mean. None of them changed the bag.
local refusals = {
  invalid_item = 'invalid_item', inventory_full = 'inventory_full', invalid_inventory = 'player_offline',
}

--- The amount of an item in a bag: its count ignores metadata, so all stacks count.
local function amountIn(bag, item)
  if type(bag) ~= 'table' then return nil end
  local total = 0
  for _, slot in pairs(bag) do
    if type(slot) == 'table' and slot.name == item then total = total + (integer(slot.count) or 0) end
  end
  return total
end

--- Its own count answers 0 for a bag that is not there, so the bag itself is read: nil while it is loading.
local function bagOf(source)
  local bag = Core.ask(resource, 'GetInventoryItems', source)
  return type(bag) == 'table' and bag or nil
end

--- The bag as ox_inventory writes it (modules/inventory/server.lua, prepareInventorySave).
local function rowOf(bag)
  local row = {}
  for _, slot in pairs(bag) do
    if type(slot) == 'table' and slot.name then
      local metadata = type(slot.metadata) == 'table' and next(slot.metadata) ~= nil and slot.metadata or nil
      row[#row + 1] = { name = slot.name, count = slot.count, slot = slot.slot, metadata = metadata }
    end
  end
  table.sort(row, function(a, b) return (integer(a.slot) or 0) < (integer(b.slot) or 0) end)
  return row
end

--- Whether the city uses it.
---@return boolean
function OxInventory.isUsed()
  return GetResourceState(resource) == 'started'
end

--- The items of this base.
---@param source fun(player: integer|string): integer|nil, boolean
---@param place VitrineJsonRow the column with the bag
---@return VitrineInventory
function OxInventory.make(source, place)
  return {
    source = source,
    known = function(item)
      -- It finds a name in any case, and stores its own spelling: only that one can be read back.
      local known = Core.ask(resource, 'Items', item)
      return type(known) == 'table' and known.name == item
    end,
    fits = function(player, item, amount)
      -- Nil means that the bag has no free slot, or is not there.
      return Core.ask(resource, 'CanCarryItem', source(player), item, amount) == true
    end,
    amount = function(player, item)
      local here = source(player)
      return here and amountIn(bagOf(here), item)
    end,
    stored = function(player, item)
      local bag, text = JsonRow.read(place, player)
      if text == nil then return 0 end
      return amountIn(bag, item)
    end,
    give = function(player, item, amount)
      local here = source(player)
      if not here then Outcome.raise('player_offline', 'O jogador saiu durante a entrega') end
      local done, reason = Core.call(resource, 'AddItem', here, item, amount)
      if done then return end
      Outcome.raise(refusals[reason] or 'adapter_error', refusals[reason] == nil and tostring(reason) or nil)
    end,
    save = function(player)
      local here = source(player)
      local bag = here and bagOf(here)
      if bag then JsonRow.put(place, player, rowOf(bag)) end
    end,
  }
end

--- A text that changes with the player's bag.
---@param source integer|nil
---@return string|nil
function OxInventory.mark(source)
  local bag, parts = source and bagOf(source), {}
  for _, slot in pairs(bag or {}) do
    parts[#parts + 1] = ('%s %s %s'):format(slot.slot, slot.name, slot.count)
  end
  table.sort(parts)
  return bag and table.concat(parts, ';') or nil
end

--- Its items for the panel.
---@return { name: string, label?: string }[]|nil
function OxInventory.list()
  local entries = {}
  for name, item in pairs(Vitrine.JsonUtil.tab(Core.ask(resource, 'Items'))) do
    if type(item) == 'table' and item.name == name then entries[#entries + 1] = { name = name, label = item.label } end
  end
  return #entries > 0 and entries or nil
end

Vitrine.OxInventory = OxInventory
