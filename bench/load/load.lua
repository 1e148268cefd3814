-- The load, as wrk runs it. load-wrk.ts writes the plan: raw requests split at their fields. There is no response() without
-- need: wrk would copy every answer into Lua. Response codes are counted in the database.

local plan, prefix, buffers
local sent = 0
-- Withdrawals that a reversal may refer to: the last ones of this thread, in a ring buffer.
local RING = 4096
local ring, withdrawn = {}, 0
local threads = 0
-- Transfers of tokens that are reserved and not committed.
local reserved = {}

function setup(thread)
  thread:set('number', threads)
  threads = threads + 1
end

function init(args)
  plan = dofile(args[1])
  prefix = string.format('%03d%d', plan.run, number)
  math.randomseed(plan.run * 10 + number)
  buffers = {}
  for kind in pairs(plan.requests) do buffers[kind] = {} end
  if plan.requests['token-commit'] then response = note_reservation end
end

-- The answer to a reservation names the transfer; that to a commit is of one that is no longer RESERVED.
function note_reservation(status, headers, body)
  local id, state = string.match(body, '^{"id":"([^"]+)","state":"([^"]+)"')
  if state == 'RESERVED' then reserved[#reserved + 1] = id end
end

local function random_account()
  return string.format('%d', plan.first_account + math.random(0, plan.accounts - 1))
end

function request()
  local kind = plan.pattern[sent % #plan.pattern + 1]
  sent = sent + 1
  local values = {
    rrn = prefix .. string.format('%08d', sent),
    account = random_account(),
    amount = string.format('%d', 5 * math.random(2, 19)),
  }
  if kind == 'reversal' and withdrawn < plan.reversal_distance then kind = 'withdrawal' end
  if kind == 'token-reservation' or kind == 'token-commit' then
    values.tokenTransfer = table.remove(reserved)
    kind = values.tokenTransfer and 'token-commit' or 'token-reservation'
  end
  if kind == 'token-transfer' or kind == 'token-reservation' then
    local count = #plan.institutions
    local from = math.random(count)
    local to = (from + math.random(count - 1) - 1) % count + 1
    local payers, payees = plan.institutions[from].accounts, plan.institutions[to].accounts
    values.payer, values.payee = payers[math.random(#payers)], payees[math.random(#payees)]
    values.payeeInstitution = plan.institutions[to].id
  elseif kind == 'transfer' then
    repeat values.beneficiary = random_account() until values.beneficiary ~= values.account
  elseif kind == 'repayment' then
    values.loan = plan.loans[math.random(#plan.loans)]
  elseif kind == 'reversal' then
    -- Old enough to have been answered.
    local original = ring[(withdrawn - plan.reversal_distance) % RING]
    values.account, values.amount, values.originalRrn = original.account, original.amount, original.rrn
  elseif kind == 'withdrawal' and plan.has_reversals then
    ring[withdrawn % RING] = values
    withdrawn = withdrawn + 1
  end

  local parts, buffer = plan.requests[kind], buffers[kind]
  for i = 1, #parts do
    buffer[i] = i % 2 == 1 and parts[i] or values[parts[i]]
  end
  return table.concat(buffer)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"answered":%d,"micros":%d,"refused":%d,"broken":%d,"p50":%d,"p90":%d,"p99":%d,"max":%d}\n',
    summary.requests, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(90), latency:percentile(99), latency.max))
end
