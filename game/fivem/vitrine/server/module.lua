--- The only global of the resource besides `Config`. FXServer loads all files into one Lua state and has no
--- `require`, so every file adds one table of functions here and says at its top what it is for.
Vitrine = {
  resource = GetCurrentResourceName(),
  --- Builders of adapters by framework name; each returns a table of functions (see types.lua).
  adapters = {},
}
Vitrine.version = GetResourceMetadata(Vitrine.resource, 'version', 0) or '1.0.0'
