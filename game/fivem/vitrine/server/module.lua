--- The only global of the resource besides `Config`: FXServer loads all files into one Lua state and has no
--- `require`, so every file puts one table of functions in here and says in its first line what it is for.
Vitrine = {
  resource = GetCurrentResourceName(),
  --- Builders of adapters by framework name; each returns a table of functions (see types.lua).
  adapters = {},
}
Vitrine.version = GetResourceMetadata(Vitrine.resource, 'version', 0) or '1.0.0'
