-- The inventory of the Creative Network bases: slots '1' to '100'; a durable item has a serial after its name.
Bag = {}
local SLOTS = 100

function Bag.plain(item) return string.match(item, '^([^%-]+)') end
function Bag.weight(bag)
  local sum = 0
  for _, entry in pairs(bag) do sum = sum + Weight(Bag.plain(entry.item)) * entry.amount end
  return sum
end
function Bag.amount(bag, item)
  local sum = 0
  for _, entry in pairs(bag) do if Bag.plain(entry.item) == Bag.plain(item) then sum = sum + entry.amount end end
  return sum
end
-- Returns false without a message when all slots are taken.
function Bag.put(bag, item, amount, slot)
  for _, entry in pairs(bag) do
    if entry.item == item then entry.amount = entry.amount + amount return true end
  end
  slot = slot and tostring(slot)
  if not slot or bag[slot] then
    local free = 1
    while free <= SLOTS and bag[tostring(free)] do free = free + 1 end
    if free > SLOTS then return false end
    slot = tostring(free)
  end
  bag[slot] = { item = item, amount = amount }
  return true
end
function Bag.take(bag, item, amount)
  for slot, entry in pairs(bag) do
    if (entry.item == item or Bag.plain(entry.item) == item) and entry.amount >= amount then
      entry.amount = entry.amount - amount
      if entry.amount == 0 then bag[slot] = nil end
      return true
    end
  end
  return false
end
function Bag.serial(id, item)
  if Items[item] and Items[item].durable then return item .. '-' .. os.time() .. '-S' .. id end
  return item
end
function Bag.overLimit(bag, item, amount)
  local known = Items[Bag.plain(item)]
  return known ~= nil and known.max ~= nil and Bag.amount(bag, item) + amount > known.max
end
