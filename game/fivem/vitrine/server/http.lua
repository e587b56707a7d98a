--- Signed requests to Vitrine. Each returns a verified answer or a failure; nothing here raises.
--- FXServer's client makes the rules: it verifies no TLS, status 0 has no reason, bodies of errors are in errorData,
--- there is no total time-out while bytes arrive, and a redirect would send our headers to another host.
local JsonUtil, Sha256, Settings, Guard = Vitrine.JsonUtil, Vitrine.Sha256, Vitrine.Settings, Vitrine.Guard
local Http = { offset = 0 }

local watchdogMs = 15000
--- No answer of Vitrine is longer, and a longer one would take seconds to check. Errors are short, and nobody signed them.
local answerMax, errorMax = 1048576, 4096
local nonceCount = 0
local nonceSeed, moreSeed = nil, ''
local start, sent = nil, 0
--- Vitrine's last word about the time, and both clocks of this machine when it was asked.
local heard = nil

--- Unix seconds by Vitrine's clock, as far as it is known.
---@return integer
function Http.now()
  return os.time() + Http.offset
end

--- The latest that Vitrine's clock can show now: its last word and the time since we asked, by that clock of this machine
--- that says more. The system's clock may be set back, and the game's own stands still while the machine sleeps.
---@return integer
function Http.latest()
  if not heard then return Http.now() end
  local passed = math.max(os.time() - heard.clock, (GetGameTimer() - heard.timer) // 1000)
  return heard.now + passed
end

--- Random hex digits. Lua's generator may have a weak seed, so the token and several clocks are mixed in.
---@param digits integer at most 64
---@return string
function Http.random(digits)
  if not nonceSeed then
    nonceSeed = Sha256.hex(table.concat({
      Settings.token() or '', tostring({}), tostring(os.time()), tostring(os.clock()), tostring(GetGameTimer()),
      tostring(math.random(0)), tostring(math.random(0)), moreSeed,
    }, '\n'))
  end
  nonceCount = nonceCount + 1
  return Sha256.hex(('%s\n%d\n%d\n%d'):format(nonceSeed, nonceCount, GetGameTimer(), math.random(0))):sub(1, digits)
end

--- Mixes in a text that differs at every start (the journal's counter of starts), because clocks and addresses may
--- repeat.
---@param text string
function Http.stir(text)
  moreSeed, nonceSeed, start = text, nil, nil
end

--- The nonce of the next request: 32 random digits of this start, then 16 that count its requests. Vitrine remembers the
--- highest number of a start in memory, where a random nonce would cost it a row for each poll.
local function nextNonce()
  start = start or Http.random(32)
  sent = sent + 1
  return start .. ('%016x'):format(sent)
end

--- The request's signature: hex HMAC-SHA256(token, method LF path LF time LF nonce LF hex SHA-256(body)).
function Http.sign(token, method, path, time, nonce, body)
  return Sha256.hmacHex(token, table.concat({ method, path, time, nonce, Sha256.hex(body) }, '\n'))
end

--- The answer's signature: hex HMAC-SHA256(token, nonce LF hex SHA-256(body)).
function Http.signAnswer(token, nonce, body)
  return Sha256.hmacHex(token, nonce .. '\n' .. Sha256.hex(body))
end

local function header(headers, wanted)
  for name, value in pairs(JsonUtil.tab(headers)) do
    if type(name) == 'string' and name:lower() == wanted then
      if type(value) == 'table' then value = value[1] end
      return value
    end
  end
end

--- An unsigned error may only slow us down, so only code, time and waiting time are read.
local function failureOf(status, errorData, body)
  local text = type(errorData) == 'string' and errorData:gsub('^HTTP %d+: ', '') or body
  local answer = JsonUtil.tab(type(text) == 'string' and #text <= errorMax and JsonUtil.decode(text))
  local retry, code = JsonUtil.int(answer.retry_after_ms), JsonUtil.str(answer.code)
  if not code or #code > 40 then code = status == 0 and 'network' or 'http_' .. status end
  return {
    status = status,
    code = code,
    message = type(answer.error) == 'string' and answer.error ~= '' and JsonUtil.clean(answer.error, 255) or nil,
    retryAfterMs = retry and math.max(0, math.min(retry, 3600000)) or nil,
    now = JsonUtil.int(answer.now),
  }
end

local function transport(url, body, headers)
  local values = Guard.await(watchdogMs, function(finish)
    PerformHttpRequest(url, finish, 'POST', body, headers, { followLocation = false })
  end)
  if not values then return 0, nil, nil, 'watchdog' end
  return JsonUtil.int(values[1]) or 0, values[2], values[3], values[4]
end

--- Posts `payload` to `/v1/game/<call>`. Must be called from a thread; returns within 15 s.
---@param call 'hello'|'sync'|'lists'|'player'
---@param payload table
---@return table|nil answer verified
---@return table|nil failure { status, code, message?, retryAfterMs?, now? }
function Http.post(call, payload)
  local token = Settings.token()
  local base, prefix = Settings.url()
  if not token then return nil, { status = 0, code = 'no_token' } end
  if not base then return nil, { status = 0, code = 'bad_url' } end
  local body = JsonUtil.encode(payload)
  local path, time, nonce = prefix .. '/v1/game/' .. call, tostring(Http.now()), nextNonce()
  local sentAt, sentTimer = os.time(), GetGameTimer()
  local status, answerBody, headers, errorData = transport(base .. '/v1/game/' .. call, body, {
    ['Content-Type'] = 'application/json',
    ['X-Vitrine-Server'] = Sha256.hex(token):sub(1, 12),
    ['X-Vitrine-Time'] = time,
    ['X-Vitrine-Nonce'] = nonce,
    ['X-Vitrine-Signature'] = Http.sign(token, 'POST', path, time, nonce, body),
  })
  if status ~= 200 then return nil, failureOf(status, errorData, answerBody) end
  if type(answerBody) ~= 'string' or #answerBody > answerMax
    or not Sha256.same(header(headers, 'x-vitrine-signature'), Http.signAnswer(token, nonce, answerBody)) then
    return nil, { status = status, code = 'bad_signature' }
  end
  local answer = JsonUtil.decode(answerBody)
  if not answer then return nil, { status = status, code = 'bad_answer' } end
  local now = JsonUtil.int(answer.now)
  if now then
    Http.offset = now - os.time()
    heard = { now = now, clock = sentAt, timer = sentTimer }
  end
  return answer
end

--- Waiting times after failures: 5, 10, 20 … 300 s, each ±20 %. A success starts again at 5.
---@return { next: fun(): integer, reset: fun() }
function Http.backoff()
  local failures = 0
  return {
    next = function()
      failures = failures + 1
      local seconds = math.min(300, 5 * 2 ^ math.min(failures - 1, 10))
      return math.floor(seconds * 1000 * (0.8 + math.random() * 0.4))
    end,
    reset = function() failures = 0 end,
  }
end

Vitrine.Http = Http
