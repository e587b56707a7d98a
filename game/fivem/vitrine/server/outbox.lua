--- Results on their way to Vitrine. Final ones also stand in the journal and come back from there after a restart;
--- deferred ones live here only: losing one costs a lease.
local Outbox = { onAdded = nil }
local results = {}
local flying = {}

--- Adds or replaces the result of an id and asks for it to be sent now.
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

--- A deferred result is void as soon as the same delivery is offered again.
---@param id string
function Outbox.drop(id)
  results[id], flying[id] = nil, nil
end

--- Takes up to `max` results that no other request carries at the moment.
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

--- The request that carried `batch` ended. With `settled` (ids that are stored now) or nil for a failure.
---@param batch table[]
---@param settled table|nil set of ids
function Outbox.done(batch, settled)
  for _, sent in ipairs(batch) do
    local id = sent.id
    -- A newer result of the same id is a request of its own.
    if flying[id] == sent then
      flying[id] = nil
      if settled and (settled[id] or sent.status == 'deferred') then results[id] = nil end
    end
    if settled and settled[id] then Vitrine.Journal.settle(id, sent.attempt) end
  end
  if settled and #batch > 0 then Vitrine.Journal.flush() end
end

--- Is there something that no request carries yet?
---@return boolean
function Outbox.waiting()
  for id in pairs(results) do
    if not flying[id] then return true end
  end
  return false
end

Vitrine.Outbox = Outbox
