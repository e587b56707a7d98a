--- SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain Lua 5.4. FXServer has neither, and it verifies no TLS
--- certificates, so both sides must prove who they are.
local Sha256 = {}

local K = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
local unpackBlock = ('>' .. ('I4'):rep(16))

-- A word stands twice in 64 bits, so a right shift of the pair rotates it. Only the lower 32 bits of a sum count, so
-- words are cut only where they become a pair. Nothing here is a function of its own: a call costs more than a line.
local function compress(state, w)
  for t = 17, 64 do
    local p, q = w[t - 15], w[t - 2]
    local pp, qq = p << 32 | p, q << 32 | q
    w[t] = (w[t - 16] + w[t - 7] + (pp >> 7 ~ pp >> 18 ~ p >> 3) + (qq >> 17 ~ qq >> 19 ~ q >> 10)) & 0xffffffff
  end
  local k, a, b, c, d, e, f, g, h = K, table.unpack(state)
  for t = 1, 64 do
    local ee, aa = e << 32 | e, a << 32 | a
    local temp = h + k[t] + w[t] + (ee >> 6 ~ ee >> 11 ~ ee >> 25) + (g ~ e & (f ~ g))
    h, g, f, e = g, f, e, (d + temp) & 0xffffffff
    d, c, b, a = c, b, a, (temp + (aa >> 2 ~ aa >> 13 ~ aa >> 22) + (a & b | c & (a | b))) & 0xffffffff
  end
  state[1], state[2], state[3], state[4] = state[1] + a, state[2] + b, state[3] + c, state[4] + d
  state[5], state[6], state[7], state[8] = state[5] + e, state[6] + f, state[7] + g, state[8] + h
  for index = 1, 8 do state[index] = state[index] & 0xffffffff end
end

--- The 32 bytes of SHA-256.
---@param message string
---@return string
function Sha256.digest(message)
  local state = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  }
  local padded = message .. '\128' .. ('\0'):rep((55 - #message) % 64) .. string.pack('>I8', #message * 8)
  for position = 1, #padded, 64 do
    local w = { string.unpack(unpackBlock, padded, position) }
    w[17] = nil
    compress(state, w)
  end
  return string.pack('>I4I4I4I4I4I4I4I4', table.unpack(state))
end

local function toHex(bytes)
  return (bytes:gsub('.', function(byte) return ('%02x'):format(byte:byte()) end))
end

--- SHA-256 as 64 lower-case hex digits.
---@param message string
---@return string
function Sha256.hex(message)
  return toHex(Sha256.digest(message))
end

local function xorPad(key, byte)
  return (key:gsub('.', function(char) return string.char(char:byte() ~ byte) end))
end

--- HMAC-SHA256 as 64 lower-case hex digits.
---@param key string
---@param message string
---@return string
function Sha256.hmacHex(key, message)
  if #key > 64 then key = Sha256.digest(key) end
  key = key .. ('\0'):rep(64 - #key)
  local inner = Sha256.digest(xorPad(key, 0x36) .. message)
  return toHex(Sha256.digest(xorPad(key, 0x5c) .. inner))
end

--- Compares two digests in constant time, so that the time does not show where they differ.
---@param one any
---@param other any
---@return boolean
function Sha256.same(one, other)
  if type(one) ~= 'string' or type(other) ~= 'string' or #one ~= #other then return false end
  local difference = 0
  for index = 1, #one do
    difference = difference | (one:byte(index) ~ other:byte(index))
  end
  return difference == 0
end

Vitrine.Sha256 = Sha256
