--- SHA-256 of the server, and HMAC with it. MTA's hash gives hex digits, in capitals or not depending on its version
--- (Shared/mods/deathmatch/logic/luadefs/CLuaCryptDefs.cpp of multitheftauto/mtasa-blue).
local Sha256 = {}

--- SHA-256 as 64 lower-case hex digits.
---@param message string
---@return string
function Sha256.hex(message)
  return (hash('sha256', message):lower())
end

local function digest(message)
  return (Sha256.hex(message):gsub('%x%x', function(pair) return string.char(tonumber(pair, 16)) end))
end

local pads = {}
for _, mask in ipairs({ 54, 92 }) do
  pads[mask] = {}
  for byte = 0, 255 do
    -- Lua 5.1 has no operators for bits.
    local value, bit, one, other = 0, 1, byte, mask
    for _ = 1, 8 do
      if one % 2 ~= other % 2 then value = value + bit end
      one, other, bit = math.floor(one / 2), math.floor(other / 2), bit * 2
    end
    pads[mask][byte] = string.char(value)
  end
end

local function padded(key, mask)
  local bytes = {}
  for index = 1, 64 do bytes[index] = pads[mask][key:byte(index) or 0] end
  return table.concat(bytes)
end

--- HMAC-SHA256 as 64 lower-case hex digits.
---@param key string
---@param message string
---@return string
function Sha256.hmacHex(key, message)
  if #key > 64 then key = digest(key) end
  return Sha256.hex(padded(key, 92) .. digest(padded(key, 54) .. message))
end

--- Compares two digests in a time that does not show where they differ.
---@param one any
---@param other any
---@return boolean
function Sha256.same(one, other)
  if type(one) ~= 'string' or type(other) ~= 'string' or #one ~= #other then return false end
  local difference = 0
  for index = 1, #one do
    difference = difference + math.abs(one:byte(index) - other:byte(index))
  end
  return difference == 0
end

--- Whether this server's hash does what the protocol needs; the text has every byte, also zero.
---@return boolean
function Sha256.works()
  local bytes = {}
  for byte = 0, 255 do bytes[byte + 1] = string.char(byte) end
  local ok, found = pcall(Sha256.hmacHex, 'vtr_example', table.concat(bytes))
  return ok and found == '04753eaed47f74f5f63a2929aab0adb1dc6f5ba3db14e9926858bf0e34fbeb7a'
end

Vitrine.Sha256 = Sha256
