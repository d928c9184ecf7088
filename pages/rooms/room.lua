-- The operations on a room in Valkey or Redis, each of which is atomic.
-- pages/rooms/redis.py calls the script; pages/rooms/memory.py does the same in Python.
--
-- Keys: all rooms (code -> time of last use), the room (a hash), the votes of this round
-- (voter -> option), the phones (voter -> time last seen), the earlier questions.
-- Returns {"no", name of a refusal in rules.py} or {"yes", ...}.

local rooms, room, votes, seen, run = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local op, code, key, now = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local IDLE, UNUSED, HERE = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local MAX_ROOMS, MAX_VOTERS = tonumber(ARGV[8]), tonumber(ARGV[9])
local MAX_QUESTIONS, MAX_HANDS = tonumber(ARGV[10]), tonumber(ARGV[11])
local first, second, third, fourth = ARGV[12], ARGV[13], ARGV[14], ARGV[15]

if not now then -- use the store's clock, since those of replicas may differ
  local time = redis.call('TIME')
  now = tonumber(time[1]) + tonumber(time[2]) / 1e6
end

local function at(time) return string.format('%.6f', time) end
local function no(name) return {'no', name} end
local function get(name) return redis.call('HGET', room, name) end
local function whole(name) return tonumber(get(name)) end

local function used()
  redis.call('HSET', room, 'used', at(now))
  redis.call('ZADD', rooms, at(now), code)
  for i = 1, 5 do redis.call('EXPIRE', KEYS[i], IDLE) end
end

local function drop(other)
  local base = string.sub(room, 1, #room - #code) .. other
  redis.call('DEL', base, base .. ':votes', base .. ':seen', base .. ':run')
  redis.call('ZREM', rooms, other)
end

local function here(its_seen)
  return redis.call('ZCOUNT', its_seen, '(' .. at(now - HERE), '+inf')
end

if op == 'open' then
  for _, other in ipairs(redis.call('ZRANGEBYSCORE', rooms, '-inf', at(now - IDLE))) do
    drop(other)
  end
  if redis.call('EXISTS', room) == 1 then return no('taken') end
  if redis.call('ZCARD', rooms) >= MAX_ROOMS then
    local made = false
    for _, other in ipairs(redis.call('ZRANGEBYSCORE', rooms, '-inf', at(now - UNUSED))) do
      local base = string.sub(room, 1, #room - #code) .. other
      if here(base .. ':seen') == 0 then
        drop(other)
        made = true
        break
      end
    end
    if not made then return no('rooms') end
  end
  redis.call('HSET', room, 'key', key, 'version', 1, 'phase', 'waiting', 'number', 0, 'round', 0,
    'options', 0, 'ask', '', 'before', '', 'revealed', 0)
  used()
  return {'yes'}
end

local last = get('used')
if not last or now >= tonumber(last) + IDLE then return no('gone') end
if op == 'version' then return {'yes', get('version')} end

local phase, number, round, options = get('phase'), whole('number'), whole('round'), whole('options')

local function tally()
  local counts = {}
  for i = 0, options - 1 do
    counts[i + 1] = string.format('%d', whole('votes:' .. i) + whole('hands:' .. i))
  end
  return table.concat(counts, ' ')
end

local function tallies()
  local before = get('before')
  return before == '' and tally() or before .. ';' .. tally()
end

local function empty(many)
  redis.call('DEL', votes)
  for i = 0, many - 1 do redis.call('HSET', room, 'votes:' .. i, 0, 'hands:' .. i, 0) end
end

local function status()
  return {'yes', get('version'), number, round, phase, get('ask'), here(seen), tallies()}
end

local function step(to)
  phase = to
  redis.call('HSET', room, 'phase', to)
  redis.call('HINCRBY', room, 'version', 1)
  used()
  return status()
end

local function what_it_sees(voter)
  local mine = redis.call('HGET', votes, voter)
  return {'yes', get('version'), number, round, phase, get('ask'), mine or '', get('revealed')}
end

if op == 'join' then -- first: the new voter's id
  if redis.call('ZCARD', seen) >= MAX_VOTERS then
    local made = false
    for _, voter in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', at(now - HERE))) do
      if redis.call('HEXISTS', votes, voter) == 0 then
        redis.call('ZREM', seen, voter)
        made = true
        break
      end
    end
    if not made then return no('voters') end
  end
  redis.call('ZADD', seen, at(now), first)
  used()
  return {'yes'}
end

if op == 'leave' then -- first: the voter's id
  redis.call('ZADD', seen, 'XX', '-inf', first)
  return {'yes'}
end

if op == 'see' or op == 'vote' then -- first: the voter's id; then number, round and option of its vote
  if not redis.call('ZSCORE', seen, first) then return no('stranger') end
  redis.call('ZADD', seen, at(now), first)
  if op == 'see' then return what_it_sees(first) end
  if phase ~= 'open' then return no('closed') end
  local its_number, its_round, option = tonumber(second), tonumber(third), tonumber(fourth)
  if not (its_number and its_round and option) then return no('option') end
  if its_number ~= number or its_round ~= round then return no('moved') end
  if option < 0 or option >= options then return no('option') end
  local before = redis.call('HGET', votes, first)
  if before then redis.call('HINCRBY', room, 'votes:' .. before, -1) end
  redis.call('HSET', votes, first, fourth)
  redis.call('HINCRBY', room, 'votes:' .. fourth, 1)
  used()
  return what_it_sees(first)
end

-- The teacher's operations.
if get('key') ~= key then return no('key') end

if op == 'status' then return status() end

if op == 'close' then
  drop(code)
  return {'yes'}
end

if op == 'run' then
  local left = redis.call('LRANGE', run, 0, -1)
  if number > 0 and (phase == 'revealed' or phase == 'over') then
    left[#left + 1] = tallies()
    left[#left + 1] = get('ask')
  end
  return {'yes', left}
end

if op == 'end' then
  if phase == 'over' then return status() end
  return step('over')
end

if op == 'ask' then -- first: the question; second: the number of its options
  if phase == 'over' then return no('over') end
  if number >= MAX_QUESTIONS then return no('run') end
  if number > 0 then redis.call('RPUSH', run, tallies(), get('ask')) end
  number, round, options = number + 1, 1, tonumber(second)
  redis.call('HSET', room, 'ask', first, 'number', number, 'round', 1, 'options', options,
    'before', '', 'revealed', 0)
  empty(options)
  return step('open')
end

if op == 'reveal' and phase == 'revealed' then return status() end
if phase ~= 'open' then return no(phase == 'over' and 'over' or 'unasked') end

if op == 'again' then
  if round == 2 then return no('twice') end
  redis.call('HSET', room, 'before', tally(), 'round', 2)
  round = 2
  empty(options)
  return step('open')
end

if op == 'reveal' then
  redis.call('HSET', room, 'revealed', 1)
  return step('revealed')
end

if op == 'hand' then -- first: the option; second: the number to add, which may be negative
  local option, by = tonumber(first), tonumber(second)
  if not (option and by) or option < 0 or option >= options then return no('option') end
  local hands = math.min(math.max(whole('hands:' .. option) + by, 0), MAX_HANDS)
  redis.call('HSET', room, 'hands:' .. option, string.format('%d', hands))
  used()
  return status()
end

return no('gone')
