--- Signed requests to Vitrine. Each ends with a verified answer or a failure; nothing here raises.
--- MTA's client makes the rules (Server/mods/deathmatch/logic/CRemoteCalls.cpp of multitheftauto/mtasa-blue): one request
--- at a time in a queue, ten tries unless told otherwise, no limit of the whole time, and the body also of an error.
local Text, Json, Sha256, Settings = Vitrine.Text, Vitrine.Json, Vitrine.Sha256, Vitrine.Settings
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
  return Vitrine.clock() + Http.offset
end

--- The latest that Vitrine's clock can show now: its last word and the time since we asked, by that clock of this machine
--- that says more.
---@return integer
function Http.latest()
  if not heard then return Http.now() end
  return heard.now + math.max(Vitrine.clock() - heard.clock, math.floor((getTickCount() - heard.timer) / 1000))
end

--- Random hex digits. Lua's generator may have a weak seed, so the token and several clocks are mixed in.
---@param digits integer at most 64
---@return string
function Http.random(digits)
  if not nonceSeed then
    nonceSeed = Sha256.hex(table.concat({
      Settings.token() or '', tostring({}), tostring(Vitrine.clock()), tostring(getTickCount()),
      tostring(math.random()), tostring(math.random()), moreSeed,
    }, '\n'))
  end
  nonceCount = nonceCount + 1
  return (Sha256.hex(table.concat({ nonceSeed, nonceCount, getTickCount(), math.random() }, '\n')):sub(1, digits))
end

--- Mixes in a text that differs at every start (the journal's counter of starts), because clocks may repeat.
---@param text string
function Http.stir(text)
  moreSeed, nonceSeed, start = text, nil, nil
end

--- The nonce of the next request: 32 random digits of this start, then 16 that count its requests.
local function nextNonce()
  start = start or Http.random(32)
  sent = sent + 1
  return start .. '00000000' .. ('%08x'):format(sent)
end

--- The request's signature: hex HMAC-SHA256(token, method LF path LF time LF nonce LF hex SHA-256(body)).
function Http.sign(token, method, path, time, nonce, body)
  return Sha256.hmacHex(token, table.concat({ method, path, time, nonce, Sha256.hex(body) }, '\n'))
end

--- The answer's signature: hex HMAC-SHA256(token, nonce LF hex SHA-256(body)).
function Http.signAnswer(token, nonce, body)
  return Sha256.hmacHex(token, nonce .. '\n' .. Sha256.hex(body))
end

--- MTA cuts the headers at line feeds, so a value may end with a carriage return.
local function header(headers, wanted)
  for name, value in pairs(Text.tab(headers)) do
    if type(name) == 'string' and type(value) == 'string' and name:lower() == wanted then
      return (value:gsub('%s+$', ''))
    end
  end
end

--- An unsigned error may only slow us down, so only code, time and waiting time are read.
local function failureOf(status, body)
  local answer = Text.tab(type(body) == 'string' and #body <= errorMax and Json.decode(body))
  local retry, code = Text.int(answer.retry_after_ms), Text.str(answer.code)
  -- Below 100 and from 1000 on it is no answer but a reason why there is none.
  local none = status < 100 or status >= 1000
  if none then status = 0 end
  if not code or #code > 40 or none then code = none and 'network' or 'http_' .. status end
  return {
    status = status, code = code,
    message = not none and type(answer.error) == 'string' and answer.error ~= '' and Text.clean(answer.error, 255) or nil,
    retryAfterMs = retry and math.max(0, math.min(retry, 3600000)) or nil, now = Text.int(answer.now),
  }
end

--- Sends, and calls `finish(status, body, headers)` once: with the answer, or with status 0 after 15 s.
local function transport(url, queue, body, headers, finish)
  local over, request, watchdog = false, nil, nil
  local function once(status, answer, more)
    if over then return end
    over = true
    if watchdog and isTimer(watchdog) then killTimer(watchdog) end
    finish(status, answer, more)
  end
  watchdog = Vitrine.later(watchdogMs, function()
    if request then pcall(abortRemoteRequest, request) end
    once(0)
  end)
  request = fetchRemote(url, {
    queueName = 'vitrine-' .. queue, connectionAttempts = 1, connectTimeout = 10000, method = 'POST', postData = body,
    postIsBinary = false, headers = headers, maxRedirects = 0,
  }, function(answer, info)
    -- An error in a callback would only be a line in the console, and the conversation would end.
    local ok, problem = pcall(once, Text.int(Text.tab(info).statusCode) or 0, answer, Text.tab(info).headers)
    if not ok then Vitrine.Log.every('http', 60, 'Erro interno: ' .. tostring(problem)) end
  end)
  -- Without the right, MTA only prints a line.
  if not request then once(0) end
end

local function checked(token, nonce, status, body, headers)
  if status ~= 200 then return nil, failureOf(status, body) end
  if type(body) ~= 'string' or #body > answerMax
    or not Sha256.same(header(headers, 'x-vitrine-signature'), Http.signAnswer(token, nonce, body)) then
    return nil, { status = status, code = 'bad_signature' }
  end
  local answer = Json.decode(body)
  if not answer then return nil, { status = status, code = 'bad_answer' } end
  return answer
end

--- Posts `payload` to `/v1/game/<call>` and calls `done(answer, failure)` once, within 15 s. An answer is verified; a failure
--- has `status`, `code` and perhaps `message`, `retryAfterMs` and `now`.
---@param call 'hello'|'sync'|'lists'|'player'
---@param queue string requests of one queue go one after another
---@param payload table
---@param done fun(answer: table|nil, failure: table|nil)
function Http.post(call, queue, payload, done)
  local token = Settings.token()
  local base, prefix = Settings.url()
  if not Vitrine.Rights.has('fetchRemote') then return done(nil, { status = 0, code = 'no_right' }) end
  if not token then return done(nil, { status = 0, code = 'no_token' }) end
  if not base then return done(nil, { status = 0, code = 'bad_url' }) end
  local body = Json.encode(payload)
  local path, time, nonce = prefix .. '/v1/game/' .. call, ('%.0f'):format(Http.now()), nextNonce()
  local sentAt, sentTimer = Vitrine.clock(), getTickCount()
  transport(base .. '/v1/game/' .. call, queue, body, {
    ['Content-Type'] = 'application/json',
    ['X-Vitrine-Server'] = Sha256.hex(token):sub(1, 12),
    ['X-Vitrine-Time'] = time,
    ['X-Vitrine-Nonce'] = nonce,
    ['X-Vitrine-Signature'] = Http.sign(token, 'POST', path, time, nonce, body),
  }, function(status, answerBody, headers)
    local answer, failure = checked(token, nonce, status, answerBody, headers)
    local now = answer and Text.int(answer.now)
    if now then
      Http.offset = now - Vitrine.clock()
      heard = { now = now, clock = sentAt, timer = sentTimer }
    end
    done(answer, failure)
  end)
end

Vitrine.Http = Http
