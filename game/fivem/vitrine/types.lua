---@meta
--- Annotations for editors (LuaLS). Not loaded by the server.

---@class VitrineCommand a delivery as it came, reduced to what is used
---@field id string key of the journal; the same id always means the same effect
---@field attempt integer
---@field player VitrinePlayer
---@field action string
---@field args VitrineRawArgs
---@field order string the order's public number
---@field phase string 'confirmation' | 'expiration' | 'reversal'
---@field expires_at? integer unix seconds
---@field only_online boolean the owner wants it only while the player is in the city
---@field label string the product's name

---@class VitrineRawArgs as they came
---@field template? string
---@field argv any
---@field group? string
---@field instead? string
---@field amount? any
---@field vehicle? string
---@field plate? any
---@field item? string

---@class VitrineArgs checked
---@field template? string
---@field argv? string[]
---@field group? string
---@field instead? string
---@field amount? integer
---@field vehicle? string
---@field plate? string
---@field item? string

---@class VitrinePlayer
---@field key string a city id, or kind and value (`citizen_id:ABC12345`)
---@field city_id? string nil where `identity` says who it is
---@field identity? VitrineIdentity
---@field discord_id? string

---@class VitrineIdentity
---@field kind string
---@field value string

---@class VitrineJob a command whose arguments were checked
---@field id string
---@field action string
---@field player integer|string|nil what the adapter's functions take: a city id as an integer, or a text of its kind; nil only for commands
---@field args VitrineArgs
---@field command VitrineCommand

---@class VitrineOwnAction what a function that was registered for `run_action` gets first
---@field id string
---@field action string its name
---@field city_id? string
---@field identity? VitrineIdentity
---@field discord_id? string
---@field source? integer nil while the player is away
---@field order string
---@field label string
---@field phase string

---@class VitrineOutcome
---@field status 'succeeded'|'failed'|'deferred'|'uncertain'
---@field code string one of the protocol's codes
---@field message string pt-BR, at most 255 characters
---@field detail? table<string, string|number|boolean> what was read back
---@field at? integer unix seconds

---@class VitrinePlan what an adapter's action returns when every check before the effect passed
---@field effect fun() does it; may raise through Vitrine.Outcome.raise (only when nothing happened)
---@field verify fun(): VitrineOutcome reads back and tells
---@field probe? VitrineProbe|VitrineStanding stored with `started`
---@field marker? boolean the effect is SQL in one transaction with the marker row
---@field proof? fun(): VitrineProof|nil how the city's row shows it; called after `verify` (server/proof.lua)
---@field save? fun() older adapters: makes the base write it, before the outcome counts

---@class VitrineProbe
---@field kind 'bank'|'item'
---@field before integer
---@field after integer
---@field row? integer
---@field marker? boolean

---@class VitrineStanding
---@field place string groups of one place cannot be held side by side
---@field prior string the one that the player had before the effect; '' for none

---@class VitrineAdapter the table of functions that a builder in Vitrine.adapters returns
---@field actions table<string, fun(job: VitrineJob): VitrinePlan|VitrineOutcome>
---@field read table<'bank'|'item', fun(job: VitrineJob): integer|nil> what recovery compares with the probe
---@field told? fun(job: VitrineJob): boolean|nil whether the base's own record names this delivery of money; nil: it keeps none
---@field proofs? table<'bank'|'item', fun(job: VitrineJob, after: integer): VitrineProof|nil> for recovery
---@field source fun(player: integer|string): integer|nil, boolean|nil source of the loaded character; true: still entering
---@field exists fun(player: integer): boolean
---@field bag? fun(player: integer): string changes with the inventory of a loaded player
---@field name? fun(player: integer): string|nil the character's name; without it the city id cannot be checked
---@field identity? string the kind of text by which the base knows its players; nil: a city id
---@field person? fun(id: integer): string|nil the base's text for a city id, where the base knows its players by texts
---@field nobody? boolean commands run for any id, because the base knows no player, or because they did before it had an adapter
---@field online fun(): table<integer|string, integer>|nil id -> source
---@field discord? fun(player: integer): any Discord id of a player who is not loaded
---@field plate? boolean whether `add_vehicle` gives the vehicle the plate of its arguments
---@field instead? boolean whether `remove_group` understands `instead`
---@field events string[] events that say that a character was loaded
---@field notify? fun(source: integer, text: string) shows a line to a player, or to all with -1; the chat if absent
---@field lists? table<'groups'|'items'|'vehicles', VitrineList> where the city's names are written

---@class VitrineList
---@field files? string[]
---@field entries? fun(): { name: string, label?: string }[]|nil in the place of files: the base says the names itself
---@field resource? string the resource that has the files; `vrp` if absent
---@field table? string only tables of this name count
---@field closed? boolean false: names that are not in the files may exist too
