import type { Defects } from '../defect.ts'

export const RULES: Defects = {
  'mildest-row': {
    breaks: 'with several rows the strictest amount counts',
    file: 'src/rules/outputs/order-outputs.ts',
    find: 'value < least) least = value',
    replace: 'value > least) least = value',
    noticedBy: 'src/channels/core/builtin/rules/decision-tables.test.ts',
  },
  'rules-lost-by-refresh': {
    breaks: 'after a failed refresh the previous rules stay active',
    file: 'src/rules/rule-book.ts',
    find: '{ ...entries.get(name), error: reason }',
    replace: '{ error: reason }',
  },
  'columns-of-last-order': {
    breaks: 'a table is evaluated with the values of the order at hand, not of the one before',
    file: 'src/rules/tables/compile-table.ts',
    find: 'this.#values.fill(UNREAD)\n    const index',
    replace: 'const index',
  },
  'offset-added': {
    breaks: 'a time with an offset is read as the instant that it names',
    file: 'src/rules/expression/date-time.ts',
    find: '- offset(text)',
    replace: '+ offset(text)',
  },
  'failed-or-goes-on': {
    breaks: 'a cell whose first half fails does not match, whatever follows `or`',
    file: 'src/rules/expression/compile-condition.ts',
    find: 'return result === HOLDS_NOT ? right(subject, input) : result',
    replace: 'return result !== HOLDS ? right(subject, input) : result',
  },
  'usage-kept': {
    breaks: 'tables are asked about the usage that is exact under the lock, also when an order is decided again',
    file: 'src/rules/order-rules.ts',
    find: 'if (this.#input?.usedToday !== usedToday)',
    replace: 'if (this.#input === undefined)',
  },
  'refreshes-forgotten': {
    breaks: 'a refresh of one rule file does not forget those of others that a node has missed',
    file: 'src/rules/rule-refreshes.ts',
    find: 'settings.value || excluded.value',
    replace: 'excluded.value',
  },
  'zen-timer-runs-on': {
    breaks: 'zen is not ended when it has answered in time',
    file: 'src/rules/zen/zen-process.ts',
    find: 'this.#calls.delete(reply.call)\n    clearTimeout(call.timer)',
    replace: 'this.#calls.delete(reply.call)',
  },
}
