--- What other resources of this city may use. Exports and events of the server are not reachable for players.
exports('register', function(name, run) return Vitrine.OwnActions.register(name, run) end)

--- What is not delivered yet as far as this server knows, of one city id or of all.
exports('getPending', function(player)
  return Vitrine.Pending.list(player ~= nil and tostring(player) or nil)
end)
