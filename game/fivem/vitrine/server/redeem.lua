--- `/resgatar`: a player asks for what waits. It is only a wish to look now; what may run is decided as always.
local mayAsk = Vitrine.Asking.seldom(10000)

Vitrine.Asking.offer('resgatar', function(source)
  local player = Vitrine.Asking.playerOf(source)
  if not player or not mayAsk(player) then return end
  local open = Vitrine.Pending.list(player)
  if #open == 0 then return Vitrine.Tell.show(source, 'Nada espera por você agora.') end
  local reasons, ids = {}, {}
  for index, one in ipairs(open) do
    if one.state == 'waiting' then ids[#ids + 1] = one.id end
    if index <= 3 then reasons[#reasons + 1] = ('%s: %s'):format(one.label, one.message or 'a caminho') end
  end
  local more = #open > 3 and (' e mais %d'):format(#open - 3) or ''
  Vitrine.Waiting.urge(ids)
  Vitrine.Tell.show(source, ('Tentando de novo agora. %s%s.'):format(table.concat(reasons, '; '), more))
  Vitrine.Sync.ask()
end)
