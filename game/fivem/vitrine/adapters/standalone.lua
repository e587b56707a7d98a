--- No base, or one without an adapter: only commands, which need none.
Vitrine.adapters.standalone = function()
  return {
    capabilities = {},
    source = function() return nil end,
    exists = function() return true end,
    online = function() return {} end,
    events = {},
    actions = {},
    read = {},
  }
end
