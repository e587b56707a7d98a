--- Results on their way to Vitrine. Final ones are also in the journal and return after a restart. Deferred ones are
--- only here: losing one costs a lease.
local Outbox = { onAdded = nil }
local results = {}
local flying = {}

--- Adds or replaces the result of an id and asks to send it now.
---@param id string
---@param attempt integer
---@param outcome VitrineOutcome
function Outbox.add(id, attempt, outcome)
  results[id] = {
    id = id, attempt = attempt, status = outcome.status, code = outcome.code, message = outcome.message,
    at = outcome.at or Vitrine.Http.now(), detail = outcome.detail,
  }
  flying[id] = nil
  if Outbox.onAdded then Outbox.onAdded() end
end

--- A deferred result is out of date when the same delivery is offered again.
---@param id string
function Outbox.drop(id)
  results[id], flying[id] = nil, nil
end

--- Takes up to `max` results that are in no running request.
---@param max integer
---@return table[]
function Outbox.take(max)
  local batch = {}
  for id, result in pairs(results) do
    if #batch >= max then break end
    if not flying[id] then
      flying[id] = result
      batch[#batch + 1] = result
    end
  end
  return batch
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
      if settled and (settled[id] or sent.status == 'deferred') then results[id] = nil end
    end
    if settled and settled[id] then Vitrine.Journal.settle(id, sent.attempt) end
  end
  if settled and #batch > 0 then Vitrine.Journal.flush() end
end

--- Whether a result waits for a request.
---@return boolean
function Outbox.waiting()
  for id in pairs(results) do
    if not flying[id] then return true end
  end
  return false
end

Vitrine.Outbox = Outbox
