--- No base, or one that is not covered: only commands, which need no adapter.
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
