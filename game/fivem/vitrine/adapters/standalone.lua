--- No base, or one without an adapter: only commands, which need none.
Vitrine.adapters.standalone = function()
  return {
    -- It knows no player, so a command for any kind of id runs.
    nobody = true,
    capabilities = {},
    source = function() return nil end,
    exists = function() return true end,
    online = function() return {} end,
    events = {},
    actions = {},
    read = {},
  }
end
