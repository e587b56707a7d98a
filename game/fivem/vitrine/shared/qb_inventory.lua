--- Items of qb-inventory. The bag is a part of the character's data in qb-core.
local Core, JsonRow, Outcome, integer = Vitrine.Core, Vitrine.JsonRow, Vitrine.Outcome, Vitrine.Proxy.integer
local QbInventory = {}

local resource = 'qb-inventory'

local function amountIn(bag, item)
  if type(bag) ~= 'table' then return nil end
  local total = 0
  for _, slot in pairs(bag) do
    if type(slot) == 'table' and slot.name == item then total = total + (integer(slot.amount) or 0) end
  end
  return total
end

--- Whether the city uses it.
---@return boolean
function QbInventory.isUsed()
  return GetResourceState(resource) == 'started'
end

--- The items of this base.
---@param source fun(player: string): integer|nil, boolean
---@param place VitrineJsonRow the column with the bag
---@param dataOf fun(player: string): table|nil the data of a loaded character
---@param itemOf fun(item: string): table|nil what the base knows of an item
---@return VitrineInventory
function QbInventory.make(source, place, dataOf, itemOf)
  --- Unique items take a slot each, and the base's own check looks for one slot only.
  local function hasSlots(here, item, amount)
    local about = itemOf(item)
    if not (about and about.unique) or amount == 1 then return true end
    local asked, _, free = pcall(Core.call, resource, 'GetSlots', here)
    return not asked or (integer(free) or 0) >= amount
  end
  return {
    source = source,
    known = function(item) return itemOf(item) ~= nil end,
    fits = function(player, item, amount)
      local here = source(player)
      -- Versions without this check refuse in AddItem, and change nothing then.
      local asked, fits = pcall(Core.call, resource, 'CanAddItem', here, item, amount)
      return (not asked or fits == true) and hasSlots(here, item, amount)
    end,
    amount = function(player, item)
      local data = dataOf(player)
      return data and amountIn(data.items, item)
    end,
    stored = function(player, item)
      local bag, text = JsonRow.read(place, player)
      if text == nil then return 0 end
      return amountIn(bag, item)
    end,
    give = function(player, item, amount)
      local here, about = source(player), itemOf(item)
      if not here then Outcome.raise('player_offline', 'O jogador saiu durante a entrega') end
      -- It puts several unique ones into one slot, so they are given one by one.
      local each = about and about.unique and 1 or amount
      for given = 0, amount - each, each do
        if Core.call(resource, 'AddItem', here, item, each, false, false, 'Vitrine') ~= true then
          if given == 0 then Outcome.raise('inventory_full') end
          return
        end
      end
    end,
    save = function(player)
      local here = source(player)
      if here then Core.call(resource, 'SaveInventory', here) end
    end,
  }
end

--- A text that changes with the bag of a loaded character.
---@param data table|nil
---@return string|nil
function QbInventory.mark(data)
  local parts = {}
  for _, slot in pairs(data and Vitrine.JsonUtil.tab(data.items) or {}) do
    if type(slot) == 'table' then parts[#parts + 1] = ('%s %s %s'):format(slot.slot, slot.name, slot.amount) end
  end
  table.sort(parts)
  return data and table.concat(parts, ';') or nil
end

Vitrine.QbInventory = QbInventory
