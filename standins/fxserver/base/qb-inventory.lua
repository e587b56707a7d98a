-- qb-inventory. The bag is a part of the character's data in qb-core, so each function reads it from there and writes it back.
-- Several unique items come into one slot, and `CanAddItem` looks for one free slot whatever the amount.
-- [functions] qbcore-framework/qb-inventory 43334c1 server/functions.lua
local MAX_WEIGHT, MAX_SLOTS = 120000, 40
local QBCore

local function getPlayer(src)
  QBCore = QBCore or exports['qb-core']:GetCoreObject({ 'Functions' })
  return QBCore.Functions.GetPlayer(src)
end
-- [functions] functions.lua:253
local function totalWeight(items)
  local weight = 0
  for _, slot in pairs(items) do weight = weight + slot.weight * slot.amount end
  return weight
end

-- [functions] functions.lua:53
exports('LoadInventory', function(_, citizenid)
  local row, loaded = Row('SELECT inventory FROM players WHERE citizenid = ?', { citizenid }), {}
  for _, item in pairs(row and row.inventory and json.decode(row.inventory) or {}) do
    local about = Items[string.lower(item.name)]
    if about then
      loaded[item.slot] = {
        name = about.name, amount = item.amount, info = item.info or '', weight = about.weight, type = about.type,
        unique = about.unique, slot = item.slot,
      }
    end
  end
  return loaded
end)
-- [functions] functions.lua:95
exports('SaveInventory', function(src, offline)
  local data = offline and src or (getPlayer(src) or {}).PlayerData
  if not data then return end
  local row = {}
  for slot, item in pairs(data.items or {}) do
    row[#row + 1] = { name = item.name, amount = item.amount, info = item.info, type = item.type, slot = slot }
  end
  local text = next(row) and json.encode(row) or '[]'
  CreateThread(function() Rows('UPDATE players SET inventory = ? WHERE citizenid = ?', { text, data.citizenid }) end)
end)
-- [functions] functions.lua:306
exports('GetSlots', function(src)
  local player = getPlayer(src)
  local used = player and SizeOf(player.PlayerData.items) or 0
  return used, MAX_SLOTS - used
end)
-- [functions] functions.lua:336
exports('GetItemCount', function(src, name)
  local player = getPlayer(src)
  if not player then return nil end
  local count = 0
  for _, item in pairs(player.PlayerData.items) do if item.name == name then count = count + item.amount end end
  return count
end)
-- [functions] functions.lua:363
exports('CanAddItem', function(src, name, amount)
  local player, about = getPlayer(src), Items[string.lower(name)]
  if not about or not player then return false end
  local items = player.PlayerData.items
  if totalWeight(items) + about.weight * amount > MAX_WEIGHT then return false, 'weight' end
  if SizeOf(items) >= MAX_SLOTS then
    for _, item in pairs(items) do if item.name == about.name and not about.unique then return true end end
    return false, 'slots'
  end
  return true
end)
-- [functions] functions.lua:690
exports('AddItem', function(src, name, amount, slot)
  local player, about = getPlayer(src), Items[string.lower(name)]
  if not about or not player then return false end
  local items = player.PlayerData.items
  if totalWeight(items) + about.weight * amount > MAX_WEIGHT then return false end
  slot = slot or nil
  if not about.unique then
    for i = 1, MAX_SLOTS do if not slot and items[i] and items[i].name == name then slot = i end end
  end
  for i = 1, MAX_SLOTS do if not slot and not items[i] then slot = i end end
  if not slot then return false end
  Standin.effect('item', NumberOf(player.PlayerData.citizenid), { name, amount }, function()
    local held = not about.unique and items[slot] or nil
    items[slot] = {
      name = name, amount = (held and held.amount or 0) + amount, info = {}, weight = about.weight, type = about.type,
      unique = about.unique, slot = slot,
    }
    player.Functions.SetPlayerData('items', items)
  end)
  return true
end)
