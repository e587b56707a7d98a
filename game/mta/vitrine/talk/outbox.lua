--- Results on their way to Vitrine. Final ones are also in the journal and return after a restart. Deferred ones are only
--- here: losing one costs a lease.
local Outbox = { onAdded = nil }
--- Large requests are slow on bad lines, and then all of their results are sent again.
local bytesMax = 16384
local results = {}
local flying = {}
--- Ids in the order in which they are sent. What Vitrine did not settle goes to the end, so that it stops nothing else.
local line, inLine = {}, {}

local function lineUp(id)
  if inLine[id] then return end
  inLine[id] = true
  line[#line + 1] = id
end

--- Adds or replaces the result of an id and asks to send it now.
---@param id string
---@param attempt integer
---@param outcome table
function Outbox.add(id, attempt, outcome)
  results[id] = {
    id = id, attempt = attempt, status = outcome.status, code = outcome.code, message = outcome.message,
    at = outcome.at or Vitrine.Http.now(), detail = outcome.detail,
  }
  flying[id] = nil
  lineUp(id)
  if Outbox.onAdded then Outbox.onAdded() end
end

--- A deferred result is out of date when the same delivery is offered again.
---@param id string
function Outbox.drop(id)
  results[id], flying[id] = nil, nil
end

--- Takes up to `max` results that are in no running request, and at most 16 KiB of them.
---@param max integer
---@return table[]
function Outbox.take(max)
  local batch, bytes, left, full = {}, 0, {}, false
  for _, id in ipairs(line) do
    local result = results[id]
    if not result or flying[id] then
      inLine[id] = nil
    else
      if not full then bytes = bytes + #Vitrine.Json.encode(result) + 1 end
      full = full or #batch >= max or #batch > 0 and bytes > bytesMax
      if full then
        left[#left + 1] = id
      else
        inLine[id], flying[id] = nil, result
        batch[#batch + 1] = result
      end
    end
  end
  line = left
  return batch
end

--- Ids whose result is in a running request.
---@return string[]
function Outbox.flying()
  local ids = {}
  for id in pairs(flying) do ids[#ids + 1] = id end
  return ids
end

--- The request with `batch` has ended, with `settled` (the ids that are now stored), or nil for a failure.
---@param batch table[]
---@param settled table|nil set of ids
function Outbox.done(batch, settled)
  for _, sent in ipairs(batch) do
    local id = sent.id
    -- A newer result of the same id needs its own request.
    if flying[id] == sent then
      flying[id] = nil
      if settled and (settled[id] or sent.status == 'deferred') then results[id] = nil else lineUp(id) end
    end
    if settled and settled[id] then Vitrine.Journal.settle(id, sent.attempt) end
  end
end

--- Whether a result waits for a request.
---@return boolean
function Outbox.waiting()
  for _, id in ipairs(line) do
    if results[id] and not flying[id] then return true end
  end
  return false
end

Vitrine.Outbox = Outbox
