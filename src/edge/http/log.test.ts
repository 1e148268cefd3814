import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { createLogger } from './log.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): {
  text: string
  line: Record<string, unknown>
} {
  const lines: string[] = []
  write(createLogger({ level: 'info', stream: { write: (line) => void lines.push(line) } }))
  assert.equal(lines.length, 1)
  return { text: String(lines[0]), line: JSON.parse(String(lines[0])) }
}

test('a line is one JSON object with level, time and message', () => {
  const { line } = logged((logger) => logger.info({ status: 200 }, 'request'))
  assert.equal(line.level, 'info')
  assert.equal(line.status, 200)
  assert.equal(line.msg, 'request')
  assert.equal(new Date(String(line.time)).toISOString(), line.time)
})

test("a caller's text cannot forge a log line", () => {
  const { text } = logged((logger) => logger.info({ partnerId: 'x"}\n{"level":"fatal"}' }, 'a\nb'))
  assert.equal(text.indexOf('\n'), text.length - 1)
})

test('values under sensitive names are redacted at any depth, and the object itself is not changed', () => {
  const request = {
    headers: { client_secret: 's3cret' },
    nested: { card: { pan: '4000000000000010' }, ok: 1 },
    password: 'pw',
  }
  const { text, line } = logged((logger) => logger.info({ request, pan: '4000000000000010' }, 'oops'))
  assert.doesNotMatch(text, /s3cret|4000000000000010|pw/)
  assert.deepEqual((line.request as { nested: unknown }).nested, { card: '[redacted]', ok: 1 })
  assert.equal(request.password, 'pw')
})

test('an error is logged with its stack and cause, but without its other properties or a card number', () => {
  const cause = Object.assign(new Error('duplicate key 4000000000000010'), {
    code: '23505',
    detail: 'Key (pan)=(secret)',
  })
  const { text, line } = logged((logger) => logger.error({ err: new Error('could not save', { cause }) }, 'failed'))
  const { message, stack, cause: inner } = line.err as { message: string; stack: string; cause: Record<string, string> }
  assert.equal(message, 'could not save')
  assert.match(stack, /log\.test\.ts/)
  assert.equal(inner.code, '23505')
  assert.equal(inner.message, 'duplicate key [digits]')
  assert.doesNotMatch(text, /secret|4000000000000010/)
})

test('an error of several keeps the first of them with their causes, and how many there are', () => {
  const inner = new Error('refused 4000000000000010', { cause: Object.assign(new Error('late'), { code: '57014' }) })
  const many = [inner, new AggregateError([new Error('deep')], 'nested'), ...Array.from({ length: 98 }, () => inner)]
  const { text, line } = logged((logger) => logger.error({ err: new AggregateError(many, 'some failed') }, 'failed'))
  const { message, errors, count } = line.err as {
    message: string
    count: number
    errors: { message: string; stack: string; cause?: { code: string }; errors?: { message: string }[] }[]
  }
  assert.deepEqual([message, count, errors.length], ['some failed', 100, 5])
  assert.deepEqual([errors[0]?.message, errors[0]?.cause?.code], ['refused [digits]', '57014'])
  assert.match(String(errors[0]?.stack), /log\.test\.ts/)
  assert.equal(errors[1]?.errors?.[0]?.message, 'deep')
  assert.doesNotMatch(text, /4000000000000010/)
})

test('an error that contains itself is logged, and the line ends', () => {
  const circle = new AggregateError([], 'circle')
  circle.errors.push(circle, circle)
  circle.cause = circle
  const { line, text } = logged((logger) => logger.error({ err: circle }, 'failed'))
  assert.equal((line.err as { message: string }).message, 'circle')
  assert.equal(text.match(/"message":"circle"/g)?.length, 20)
})

test('card numbers of every length are redacted in errors, and shorter numbers are not', () => {
  for (let length = 10; length <= 19; length++) {
    const digits = '4'.padEnd(length, '0')
    const isHidden = length >= 13
    for (const text of [`duplicate key ${digits}`, `(pan)=(${digits})`, `"${digits}"`]) {
      const { line } = logged((logger) => logger.error({ err: new Error(text) }, 'failed'))
      const { message, stack } = line.err as { message: string; stack: string }
      assert.equal(message, isHidden ? text.replace(digits, '[digits]') : text)
      assert.equal(stack.includes(digits), !isHidden)
    }
  }
})

/** What a child process running the script writes to its standard output. */
function printedBy(script: string): string {
  const program = `${WITH_LOGGER}; ${script}`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }).stdout
}

const WITH_LOGGER = `import { createLogger } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
  const logger = createLogger({ level: 'info' })`

// More than the buffer holds, and multi-byte characters, which must not be split.
const MANY = 'for (let n = 0; n < 2000; n++) logger.info({ n, name: "Zoë €" }, "line")'

for (const [end, script] of [
  ['the program comes to its end', MANY],
  ['it exits', `${MANY}; process.exit()`],
  ['a flush is over', `${MANY}; await new Promise((done) => logger.flush(done)); process.kill(process.pid, 'SIGKILL')`],
] as const) {
  test(`every line reaches standard output, whole and in order, when ${end}`, () => {
    const lines = printedBy(script).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ n, name }) => `${n} ${name}`),
      Array.from({ length: 2000 }, (_none, n) => `${n} Zoë €`),
    )
  })
}

test('a fatal line and those before it are written at once', () => {
  const printed = printedBy('logger.info("first"); logger.fatal("last"); process.kill(process.pid, "SIGKILL")')
  assert.deepEqual(
    printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
    ['first', 'last'],
  )
})

// In a child process, with its own standard output and a mocked clock.
test('a line is written within a second', { timeout: 300_000 }, async (t) => {
  const program = `import { mock } from 'node:test'
    mock.timers.enable({ apis: ['setInterval'] })
    ${WITH_LOGGER}
    logger.info('waited')
    mock.timers.tick(1000)
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  t.after(() => child.kill('SIGKILL'))
  const [printed] = await once(child.stdout, 'data')
  assert.match(String(printed), /waited/)
})
