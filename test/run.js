// `npm test`. Plain JavaScript: an old Node cannot read the TypeScript of the tests, and would only say so.

const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  const { runsAtAnotherTime } = await import('./run-at.ts')
  if (!runsAtAnotherTime()) await import('./run-tests.ts')
} else {
  console.error(
    `The tests need Node ${OLDEST_NODE} or later (this is ${process.version}). \`npm ci && npm test\` brings its own.`,
  )
  process.exitCode = 1
}
