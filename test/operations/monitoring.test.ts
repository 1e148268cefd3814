// The alert rules and the dashboard name only metrics and labels that a gateway really has.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createMetrics } from '../../src/app/observability/metrics.ts'
import { post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { until } from '../support/until.ts'

const DOCS = new URL('../../docs/operations/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, DOCS), 'utf8')

interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly title: string; readonly targets: readonly Target[] }[]
}
interface Target {
  readonly expr: string
  readonly legendFormat: string
}

const ALERTS = read('prometheus-alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => ({
    name: rule.slice(0, rule.indexOf('\n')),
    expr: /^ {8}expr: (.+)$/m.exec(rule)?.[1] ?? '',
    text: rule,
  }))
const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard

/** Labels that Prometheus adds to every series. */
const ADDED_LABELS = ['job', 'instance']
const KEYWORDS = new Set(['by', 'and', 'or', 'unless', 'on', 'bool', 'offset', 'inf'])

/** The labels of every series: its own, and what Prometheus adds. */
type Series = ReadonlyMap<string, ReadonlySet<string>>

interface Selector {
  readonly metric: string
  readonly labels: readonly string[]
}

/** The selectors of a PromQL expression, and the labels that it groups by. */
function parseExpression(expr: string): { selectors: Selector[]; grouped: string[] } {
  const plain = expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '')
  const grouped = Array.from(plain.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g), ([, list = '']) => list.split(/,\s*/))
  const rest = plain.replaceAll(/\b(?:by|on|without) \([^)]*\)/g, '')
  const selectors = Array.from(
    rest.matchAll(/(?<![\w.])([a-z_:][\w:]*)\b(?:\{([^}]*)\})?(?!\s*\()/gi),
    ([, metric = '', labels = '']) => ({
      metric,
      labels: Array.from(labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g), ([, label = '']) => label),
    }),
  )
  return { selectors: selectors.filter(({ metric }) => !KEYWORDS.has(metric)), grouped: grouped.flat() }
}

function seriesIn(text: string): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, typed] = /^# TYPE (\S+) (?!histogram)/.exec(line) ?? []
    const [, name = typed, labels = ''] = /^([a-z_:][\w:]*)(?:\{(.*)\})? \S+$/i.exec(line) ?? []
    if (name === undefined) continue
    const known = series.get(name) ?? new Set(ADDED_LABELS)
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    series.set(name, known)
  }
  return series
}

/** The same registry with a sample of what a healthy sandbox does not show. */
async function rareSeries(): Promise<string> {
  const metrics = createMetrics()
  metrics.cores.called('FI001', 'execute', 'answered', 1)
  metrics.cores.watch(() => [{ institutionId: 'FI001', circuit: 'open', busy: 0, waiting: 0 }])
  metrics.exceptions.open([{ institutionId: 'FI001', kind: 'UNKNOWN', count: 1 }])
  metrics.posting.retried('40001')
  metrics.watchBusinessDays(() => new Map([['FI001', 1]]))
  return metrics.prometheusText()
}

function assertKnown(expr: string, series: Series): void {
  const { selectors, grouped } = parseExpression(expr)
  assert.ok(selectors.length > 0, `no metric in ${expr}`)
  const labelsOf = (metric: string) => {
    const labels = metric === 'up' ? new Set(ADDED_LABELS) : series.get(metric)
    assert.ok(labels, `${metric} is no metric of the gateway`)
    return labels
  }
  for (const { metric, labels } of selectors) {
    for (const label of labels) assert.ok(labelsOf(metric).has(label), `${metric} has no label ${label}`)
    for (const label of grouped) assert.ok(labelsOf(metric).has(label), `${metric} cannot be grouped by ${label}`)
    labelsOf(metric)
  }
}

withGatewayOn(
  'postgres',
  'monitoring',
  (running) => {
    let series: Series | undefined
    const knownSeries = async (): Promise<Series> => {
      if (series !== undefined) return series
      assert.equal((await post(running.current, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
      const scrape = async () => (await fetch(`${running.current.managementUrl}/actuator/prometheus`)).text()
      // A worker that is slow to answer is left out.
      const real = await until(async () => {
        const text = await scrape()
        return /^posting_orders_total\{.*code="000"/m.test(text) && text
      }, 'the worker that has answered is among the metrics')
      // Series that the gateway does not have at all must not slip in by the second registry.
      const names = new Set(Array.from(real.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name))
      const rare = (await rareSeries())
        .split('\n')
        .filter(
          (line) =>
            names.has((/^[\w:]+/.exec(line)?.[0] ?? '').replace(/_(?:bucket|sum|count|max)$/, '')) ||
            names.has(/^[\w:]+/.exec(line)?.[0] ?? ''),
        )
      series = seriesIn(`${real}\n${rare.join('\n')}`)
      return series
    }

    describe('every alert is about metrics that exist', () => {
      for (const { name, expr, text } of ALERTS) {
        test(name, async () => {
          assertKnown(expr, await knownSeries())
          assert.match(text, /^ {8}labels: \{ severity: (?:page|warn) \}$/m)
          assert.match(text, /^ {10}summary: ".+"$/m)
        })
      }
    })

    describe('every panel is about metrics that exist', () => {
      for (const { title, targets } of panels) {
        test(title, async () => {
          for (const { expr } of targets) assertKnown(expr, await knownSeries())
        })
      }
    })

    for (const [title, expr, refusal] of [
      ['an unknown metric', 'rate(no_such_total[5m]) > 1', /no_such_total is no metric/],
      ['an unknown label', 'health_up{part="db"} == 0', /health_up has no label part/],
      ['grouping by an unknown label', 'sum by (colour) (core_up)', /core_up cannot be grouped by colour/],
    ] as const) {
      test(`this test would notice ${title}`, async () => {
        const known = await knownSeries()
        assert.throws(() => assertKnown(expr, known), refusal)
      })
    }
    // A primary sums the metrics of its workers, so it must have all of a single process, and has some of its own.
  },
  { WORKERS: '2' },
)

test('alerts have names of their own, and monitoring.md explains each of them', () => {
  const names = ALERTS.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  const page = read('monitoring.md')
  for (const name of names) assert.ok(page.includes(`\`${name}\``), name)
  for (const [, named = ''] of page.matchAll(/^\| `(Tillgate\w+)`/gm)) assert.ok(names.includes(named), named)
})

test('panels have ids of their own and do not lie on each other', () => {
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
})
