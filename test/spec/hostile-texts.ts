// Texts that have broken other software, for every text field.

/** Must not appear in an answer, or at the start of a log line. */
export const MARK = 'hostile-mark'

export const HOSTILE_TEXTS: readonly string[] = [
  `'; DROP TABLE accounts; -- ${MARK}`,
  `1' OR '1'='1' /* ${MARK} */`,
  `$1::text || (SELECT version()) ${MARK}`,
  `\\'; SELECT pg_sleep(9); -- ${MARK}`,
  `{"level":"fatal","msg":"${MARK}"}`,
  `${MARK}\n{"level":"fatal","msg":"forged"}`,
  `${MARK}\r\nSet-Cookie: a=b`,
  `${MARK}\u0000`,
  `${MARK}\u001b[31mred`,
  `${MARK}\u2028line\u2029`,
  `${MARK}\u202etxt.exe`,
  `${MARK} \ud800`,
  `<script>alert('${MARK}')</script>`,
  `\${jndi:ldap://127.0.0.1/${MARK}}`,
  `../../../../etc/passwd ${MARK}`,
  `%s%n%x ${MARK}`,
  `${MARK} ${'x'.repeat(5000)}`,
  `${MARK} 💶 ñandú 銀行`,
]

/** Signs that internals leaked: stacks, SQL, names of files, classes and tables. */
export const LEAKS =
  /\bat [^"]+:\d+:\d+|node_modules|\.ts\b|SELECT |INSERT |UPDATE |syntax error|relation |column |constraint|duplicate key|pg_|postgres|pglite|TypeError|SyntaxError|RangeError|undefined|\[object|typebox|fastify|FST_/i
